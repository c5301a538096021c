import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode, RefObject } from 'react';
import { Button } from './button.tsx';
import styles from './dialog.module.css';

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  children: ReactNode;
  /** Buttons, the main one last. */
  footer?: ReactNode;
  size?: 'small' | 'medium' | 'large';
  /** Holds nothing to press, so that the keys must scroll it. */
  isText?: boolean;
  /** What has the focus first; by default the first thing to press. */
  initialFocus?: RefObject<HTMLElement | null>;
}

/** Something that has to be done before going on. The focus stays inside and returns to where it was. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  footer,
  size = 'medium',
  isText = false,
  initialFocus,
}: DialogProps): ReactNode {
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Viewport className={styles.viewport}>
          <Base.Popup className={styles.dialog} data-size={size} {...(initialFocus === undefined ? {} : { initialFocus })}>
            <Base.Title className={styles.title}>{title}</Base.Title>
            {description !== undefined && <Base.Description className={styles.description}>{description}</Base.Description>}
            {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys */}
            <div className={styles.body} tabIndex={isText ? 0 : undefined}>
              {children}
            </div>
            {footer !== undefined && <footer className={styles.footer}>{footer}</footer>}
            {/* Last, so that the focus begins with what the dialog is about. */}
            <Base.Close
              render={<Button variant="quiet" size="small" icon="close" aria-label="Close" className={styles.close} />}
            />
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
