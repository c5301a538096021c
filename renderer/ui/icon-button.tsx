import type { ReactNode } from 'react';
import buttonStyles from './button.module.css';
import { Button, type ButtonProps } from './button.tsx';
import { classNames } from './class-names.ts';
import type { IconName } from './icon.tsx';
import { Tooltip } from './tooltip.tsx';

export interface IconButtonProps extends Omit<ButtonProps, 'children' | 'icon' | 'aria-label'> {
  icon: IconName;
  /** What it does; shown as a tooltip. */
  label: string;
  /** A shortcut in the notation of the command list. */
  keys?: string | undefined;
}

/** A button with a drawing and a name. */
export function IconButton({ icon, label, keys, variant = 'quiet', className, ...rest }: IconButtonProps): ReactNode {
  return (
    <Tooltip text={label} keys={keys}>
      <Button
        {...rest}
        icon={icon}
        variant={variant}
        aria-label={label}
        className={classNames(buttonStyles['iconOnly'], className)}
      />
    </Tooltip>
  );
}
