import type { ComponentProps, ReactNode } from 'react';
import styles from './button.module.css';
import { classNames } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';
import { Spinner } from './spinner.tsx';

export interface ButtonProps extends ComponentProps<'button'> {
  /** plain: bordered; primary: the one thing to do here; danger: cannot be taken back; quiet: no border until it is pointed at. */
  variant?: 'plain' | 'primary' | 'danger' | 'quiet';
  size?: 'normal' | 'small';
  icon?: IconName;
  /** Its work is under way: it keeps the focus and does nothing. */
  isBusy?: boolean;
}

/** A button with words. */
export function Button({
  variant = 'plain',
  size = 'normal',
  icon,
  isBusy = false,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps): ReactNode {
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      onClick={isBusy ? undefined : onClick}
      className={classNames(styles.button, styles[variant], size === 'small' && styles.small, className)}
    >
      {isBusy ? <Spinner label="Working" /> : icon !== undefined && <Icon name={icon} />}
      {children}
    </button>
  );
}
