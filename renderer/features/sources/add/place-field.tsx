import { useId, type ReactNode, type Ref } from 'react';
import { PathInput } from '../../../parts/path-input.tsx';
import { desktopBridge } from '../../../rpc-client/desktop-bridge.ts';
import { Button } from '../../../ui/button.tsx';
import styles from './place-field.module.css';
import { looksLikePath } from './place-kind.ts';

interface PlaceFieldProps {
  value: string;
  onValueChange: (value: string) => void;
  /** Enter, or a folder of the system's dialog. */
  onSubmit: (text: string) => void;
  error: string | null;
  isBusy: boolean;
  ref?: Ref<HTMLInputElement>;
}

/** One field for every kind of place; folders of this machine are completed while one types. */
export function PlaceField({ value, onValueChange, onSubmit, error, isBusy, ref }: PlaceFieldProps): ReactNode {
  const id = useId();
  const bridge = desktopBridge();
  return (
    <form
      className={styles.field}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(value);
      }}
    >
      <label htmlFor={id} className={styles.label}>
        Folder, git URL or documentation URL
      </label>
      <div className={styles.line}>
        <PathInput
          ref={ref}
          id={id}
          value={value}
          onValueChange={onValueChange}
          placeholder="~/projects/app, https://github.com/owner/name or https://…/llms-full.txt"
          isPath={looksLikePath}
          isInvalid={error !== null}
          describedBy={error === null ? undefined : `${id}-error`}
        />
        {bridge !== null && (
          <Button
            icon="folder"
            onClick={async () => {
              const picked = await bridge.pickFolder();
              if (picked !== null) onSubmit(picked);
            }}
          >
            Choose…
          </Button>
        )}
        <Button type="submit" isBusy={isBusy} disabled={value.trim() === ''}>
          Preview
        </Button>
      </div>
      {error !== null && (
        <p id={`${id}-error`} className={styles.error} role="alert">
          {error}
        </p>
      )}
    </form>
  );
}
