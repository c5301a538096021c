import { Autocomplete } from '@base-ui/react/autocomplete';
import { useId, type ReactNode, type Ref } from 'react';
import { desktopBridge } from '../../../rpc-client/desktop-bridge.ts';
import { useCall } from '../../../rpc-client/use-call.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import popup from '../../../ui/popup.module.css';
import { useSettled } from '../../../ui/use-settled.ts';
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

const completionDelayMs = 80;

/** One field for every kind of place; folders of this machine are completed while one types. */
export function PlaceField({ value, onValueChange, onSubmit, error, isBusy, ref }: PlaceFieldProps): ReactNode {
  const id = useId();
  const asked = useSettled(value, completionDelayMs);
  const { data } = useCall('paths.complete', looksLikePath(asked) ? { text: asked } : null, { keepPrevious: true });
  const folders = looksLikePath(value) ? (data ?? []).filter(({ path }) => path !== value) : [];
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
        <Autocomplete.Root
          items={folders}
          mode="none"
          value={value}
          onValueChange={onValueChange}
          itemToStringValue={(item) => item.path}
        >
          <span className={styles.box} data-invalid={error !== null || undefined}>
            <Autocomplete.Input
              ref={ref}
              id={id}
              className={styles.input}
              placeholder="~/projects/app, https://github.com/owner/name or https://…/llms-full.txt"
              spellCheck={false}
              autoCapitalize="off"
              aria-invalid={error !== null || undefined}
              aria-describedby={error === null ? undefined : `${id}-error`}
            />
          </span>
          {folders.length > 0 && (
            <Autocomplete.Portal>
              <Autocomplete.Positioner sideOffset={4} className={`${popup.positioner} ${styles.above}`}>
                <Autocomplete.Popup className={popup.popup}>
                  <Autocomplete.List className={popup.list}>
                    {(item: (typeof folders)[number]) => (
                      <Autocomplete.Item key={item.path} value={item} className={popup.item}>
                        <Icon name={item.kind === 'repository' ? 'git' : 'folder'} />
                        <span className={popup.itemText}>{item.path}</span>
                      </Autocomplete.Item>
                    )}
                  </Autocomplete.List>
                </Autocomplete.Popup>
              </Autocomplete.Positioner>
            </Autocomplete.Portal>
          )}
        </Autocomplete.Root>
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
