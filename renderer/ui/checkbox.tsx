import { Checkbox as Base } from '@base-ui/react/checkbox';
import type { ReactNode } from 'react';
import styles from './checkbox.module.css';
import { Icon } from './icon.tsx';

interface CheckboxProps {
  label: ReactNode;
  /** At the end of the line, e.g. a count. */
  trailing?: ReactNode;
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  disabled?: boolean;
  isMixed?: boolean;
}

/** Yes or no beside others of its kind; the whole line can be pressed. */
export function Checkbox({
  label,
  trailing,
  checked,
  onCheckedChange,
  disabled = false,
  isMixed = false,
}: CheckboxProps): ReactNode {
  return (
    <label className={styles.line} data-disabled={disabled || undefined}>
      <Base.Root
        checked={checked}
        indeterminate={isMixed}
        disabled={disabled}
        onCheckedChange={(next) => onCheckedChange(next)}
        className={styles.box}
      >
        <Base.Indicator className={styles.indicator} keepMounted={false}>
          {isMixed ? <span className={styles.mixed} /> : <Icon name="check" size={12} />}
        </Base.Indicator>
      </Base.Root>
      <span className={styles.label}>{label}</span>
      {trailing !== undefined && <span className={styles.trailing}>{trailing}</span>}
    </label>
  );
}
