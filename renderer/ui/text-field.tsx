import { useId, type ComponentProps, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';
import styles from './text-field.module.css';

export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'size'> {
  label: string;
  /** The label is read but not shown, where the place says enough. */
  hidesLabel?: boolean;
  value: string;
  onValueChange: (value: string) => void;
  description?: ReactNode;
  error?: string | null | undefined;
  icon?: IconName;
  /** At the end of the field: a button to clear it, a unit, a shortcut. */
  trailing?: ReactNode;
}

/** One line of text with its name, what it means, and what is wrong with it. */
export function TextField({
  label,
  hidesLabel = false,
  value,
  onValueChange,
  description,
  error,
  icon,
  trailing,
  className,
  ...rest
}: TextFieldProps): ReactNode {
  const id = useId();
  const hasError = error !== null && error !== undefined && error !== '';
  const notes = [description !== undefined && `${id}-description`, hasError && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={classNames(styles.field, className)}>
      <label htmlFor={id} className={hidesLabel ? 'visually-hidden' : styles.label}>
        {label}
      </label>
      <span className={styles.box} data-invalid={hasError || undefined}>
        {icon !== undefined && <Icon name={icon} className={styles.icon} />}
        <input
          autoComplete="off"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          {...rest}
          id={id}
          value={value}
          onChange={(event) => onValueChange(event.target.value)}
          aria-invalid={hasError || undefined}
          aria-describedby={notes === '' ? undefined : notes}
          className={styles.input}
        />
        {trailing}
      </span>
      {description !== undefined && (
        <span id={`${id}-description`} className={styles.description}>
          {description}
        </span>
      )}
      {hasError && (
        <span id={`${id}-error`} className={styles.error} role="alert">
          {error}
        </span>
      )}
    </div>
  );
}
