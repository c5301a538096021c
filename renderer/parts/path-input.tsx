import { Autocomplete } from '@base-ui/react/autocomplete';
import type { ReactNode, Ref } from 'react';
import { useCall } from '../rpc-client/use-call.ts';
import { Icon, type IconName } from '../ui/icon.tsx';
import popup from '../ui/popup.module.css';
import { useSettled } from '../ui/use-settled.ts';
import styles from './path-input.module.css';

interface PathInputProps {
  id: string;
  value: string;
  onValueChange: (value: string) => void;
  placeholder: string;
  /** Whether a text is a path at all, where something else may be typed too. */
  isPath?: (text: string) => boolean;
  /** Files whose names end so are completed too; folders alone by default. */
  endings?: readonly string[];
  isInvalid?: boolean;
  describedBy?: string | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
}

const completionDelayMs = 80;
const icons: Record<'folder' | 'repository' | 'file', IconName> = { folder: 'folder', repository: 'git', file: 'document' };

function isAnyPath(): boolean {
  return true;
}

/** A field whose paths of this machine are completed while one types. */
export function PathInput({
  id,
  value,
  onValueChange,
  placeholder,
  isPath = isAnyPath,
  endings,
  isInvalid = false,
  describedBy,
  ref,
}: PathInputProps): ReactNode {
  const asked = useSettled(value, completionDelayMs);
  const input = { text: asked, ...(endings === undefined ? {} : { endings: [...endings] }) };
  const { data } = useCall('paths.complete', asked !== '' && isPath(asked) ? input : null, { keepPrevious: true });
  const offered = value !== '' && isPath(value) ? (data ?? []).filter(({ path }) => path !== value) : [];
  return (
    <Autocomplete.Root
      items={offered}
      mode="none"
      value={value}
      onValueChange={onValueChange}
      itemToStringValue={(item) => item.path}
    >
      <span className={styles.box} data-invalid={isInvalid || undefined}>
        <Autocomplete.Input
          ref={ref}
          id={id}
          className={styles.input}
          placeholder={placeholder}
          spellCheck={false}
          autoCapitalize="off"
          aria-invalid={isInvalid || undefined}
          aria-describedby={describedBy}
        />
      </span>
      {offered.length > 0 && (
        <Autocomplete.Portal>
          <Autocomplete.Positioner sideOffset={4} className={`${popup.positioner} ${styles.above}`}>
            <Autocomplete.Popup className={popup.popup}>
              <Autocomplete.List className={popup.list}>
                {(item: (typeof offered)[number]) => (
                  <Autocomplete.Item key={item.path} value={item} className={popup.item}>
                    <Icon name={icons[item.kind]} />
                    <span className={popup.itemText}>{item.path}</span>
                  </Autocomplete.Item>
                )}
              </Autocomplete.List>
            </Autocomplete.Popup>
          </Autocomplete.Positioner>
        </Autocomplete.Portal>
      )}
    </Autocomplete.Root>
  );
}
