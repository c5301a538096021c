import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactElement, ReactNode } from 'react';
import { Keys } from './keys.tsx';
import popup from './popup.module.css';
import styles from './tooltip.module.css';

interface TooltipProps {
  text: ReactNode;
  keys?: string | undefined;
  side?: 'top' | 'bottom' | 'left' | 'right';
  /** What it explains; must take a ref and props. */
  children: ReactElement;
}

/** Words beside what is pointed at or focused. Never the only place where something stands. */
export function Tooltip({ text, keys, side = 'bottom', children }: TooltipProps): ReactNode {
  return (
    <Base.Root>
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={6} className={popup.positioner}>
          <Base.Popup className={styles.tooltip}>
            {text}
            {keys !== undefined && <Keys keys={keys} />}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
