import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import type { Weight } from '../../../main/contract/settings.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { weightTitle, weightValue } from './setting-groups.ts';
import styles from './weight-field.module.css';

interface WeightFieldProps {
  weight: Weight;
  /** Null: back to the default. */
  onChange: (value: number | null) => void;
}

/** A slider says many values on its way; the last one is kept. Unit: ms. */
const restMs = 250;

/** One number of the ranking: slider, field, and what it does. */
export function WeightField({ weight, onChange }: WeightFieldProps): ReactNode {
  const id = useId();
  const { name, reason, value, defaultValue, least, most, step } = weight;
  const [text, setText] = useState(String(value));
  const [kept, setKept] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // What was kept elsewhere (a reset of all, say) replaces what stands here.
  if (kept !== value) {
    setKept(value);
    setText(String(value));
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  const keep = (next: number | null): void => {
    clearTimeout(timer.current);
    if (next !== null && next !== value) onChange(next);
  };
  const keepText = (): void => {
    const next = weightValue(text, weight);
    setText(String(next ?? value));
    keep(next);
  };
  const shown = weightValue(text, weight) ?? value;
  const title = weightTitle(name);
  return (
    <div className={styles.weight} data-changed={value !== defaultValue || undefined}>
      <span className={styles.title} aria-hidden="true">
        {title}
      </span>
      <input
        type="range"
        className={styles.slider}
        aria-label={`${title}, ${name}`}
        aria-describedby={`${id}-reason`}
        min={least}
        max={most}
        step={step}
        value={shown}
        onChange={(event) => {
          const next = event.target.value;
          setText(next);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => keep(Number(next)), restMs);
        }}
      />
      <input
        className={styles.number}
        aria-label={`${title}, ${name}, as a number`}
        aria-describedby={`${id}-reason`}
        inputMode="decimal"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={keepText}
        onKeyDown={(event) => {
          if (event.key === 'Enter') keepText();
          if (event.key === 'Escape') setText(String(value));
        }}
      />
      <span className={styles.reset}>
        {value !== defaultValue && (
          <IconButton
            icon="history"
            size="small"
            label={`Reset ${title} to ${defaultValue}`}
            onClick={() => {
              clearTimeout(timer.current);
              onChange(null);
            }}
          />
        )}
      </span>
      <p id={`${id}-reason`} className={styles.reason}>
        {reason}
        {value !== defaultValue && ` Default: ${defaultValue}.`}
      </p>
    </div>
  );
}
