import { Select as Base } from '@base-ui/react/select';
import type { ReactNode } from 'react';
import buttonStyles from './button.module.css';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import popup from './popup.module.css';
import styles from './select.module.css';

export interface SelectOption<Value extends string> {
  value: Value;
  title: string;
  note?: string;
}

interface SelectProps<Value extends string> {
  label: string;
  hidesLabel?: boolean;
  value: Value;
  options: readonly SelectOption<Value>[];
  onValueChange: (value: Value) => void;
  disabled?: boolean;
  size?: 'normal' | 'small';
}

/** One of a few. */
export function Select<Value extends string>({
  label,
  hidesLabel = false,
  value,
  options,
  onValueChange,
  disabled = false,
  size = 'normal',
}: SelectProps<Value>): ReactNode {
  const items = options.map((option) => ({ value: option.value, label: option.title }));
  return (
    <Base.Root<Value>
      items={items}
      value={value}
      disabled={disabled}
      onValueChange={(next) => {
        if (next !== null) onValueChange(next);
      }}
    >
      <span className={styles.field}>
        <Base.Label className={hidesLabel ? 'visually-hidden' : styles.label}>{label}</Base.Label>
        <Base.Trigger
          className={classNames(
            buttonStyles['button'],
            buttonStyles['plain'],
            size === 'small' && buttonStyles['small'],
            styles.trigger,
          )}
        >
          <Base.Value className={styles.value} />
          <Icon name="chevron-down" size={12} />
        </Base.Trigger>
      </span>
      <Base.Portal>
        <Base.Positioner alignItemWithTrigger={false} sideOffset={4} className={popup.positioner}>
          <Base.Popup className={popup.popup}>
            <Base.List className={popup.list}>
              {options.map((option) => (
                <Base.Item key={option.value} value={option.value} className={popup.item}>
                  <Base.ItemIndicator>
                    <Icon name="check" />
                  </Base.ItemIndicator>
                  <Base.ItemText className={popup.itemText}>{option.title}</Base.ItemText>
                  {option.note !== undefined && <span className={popup.itemNote}>{option.note}</span>}
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
