import { Switch as Base } from '@base-ui/react/switch';
import type { ReactNode } from 'react';
import styles from './switch.module.css';

interface SwitchProps {
  label: ReactNode;
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  disabled?: boolean;
}

/** Something that is on or off from the moment of the press. */
export function Switch({ label, checked, onCheckedChange, disabled = false }: SwitchProps): ReactNode {
  return (
    <label className={styles.line}>
      <Base.Root checked={checked} disabled={disabled} onCheckedChange={(next) => onCheckedChange(next)} className={styles.track}>
        <Base.Thumb className={styles.thumb} />
      </Base.Root>
      <span>{label}</span>
    </label>
  );
}
