import { Popover as Base } from '@base-ui/react/popover';
import type { ReactElement, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './popover.module.css';
import popup from './popup.module.css';

interface PopoverProps {
  /** What opens it, e.g. a `Button`. */
  trigger: ReactElement;
  title: string;
  hidesTitle?: boolean;
  children: ReactNode;
  side?: 'top' | 'bottom' | 'left' | 'right';
  align?: 'start' | 'center' | 'end';
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  className?: string | undefined;
}

/** More about something, beside it; Escape or a press outside closes it. */
export function Popover({
  trigger,
  title,
  hidesTitle = false,
  children,
  side = 'bottom',
  align = 'start',
  open,
  onOpenChange,
  className,
}: PopoverProps): ReactNode {
  return (
    <Base.Root {...(open === undefined ? {} : { open })} onOpenChange={(next) => onOpenChange?.(next)}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner side={side} align={align} sideOffset={4} collisionPadding={8} className={popup.positioner}>
          <Base.Popup className={classNames(popup.popup, styles.popover, className)}>
            <Base.Title className={hidesTitle ? 'visually-hidden' : styles.title}>{title}</Base.Title>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
