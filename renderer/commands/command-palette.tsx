import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { useMemo, useState, type ReactNode } from 'react';
import dialog from '../ui/dialog.module.css';
import { Icon } from '../ui/icon.tsx';
import { Keys } from '../ui/keys.tsx';
import popup from '../ui/popup.module.css';
import { runCommand, useAvailableCommands } from './command-handlers.ts';
import styles from './command-palette.module.css';
import { fuzzyMatch } from './fuzzy.ts';
import { useCommand } from './use-command.ts';

/** All commands that can be done now, found by a few letters. */
export function CommandPalette(): ReactNode {
  const [open, setOpen] = useState(false);
  useCommand('palette.open', () => setOpen(true));
  return (
    <Dialog.Root open={open} onOpenChange={(next) => setOpen(next)}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialog.backdrop} />
        <Dialog.Viewport className={dialog.viewport}>
          <Dialog.Popup className={dialog.dialog} aria-label="Commands">
            <PaletteList close={() => setOpen(false)} />
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function PaletteList({ close }: { close: () => void }): ReactNode {
  const [query, setQuery] = useState('');
  const available = useAvailableCommands();
  const found = useMemo(
    () =>
      available
        .filter(({ id }) => id !== 'palette.open')
        .map((command) => ({ command, match: fuzzyMatch(query, `${command.title} ${command.group}`) }))
        .filter(({ match }) => match !== null)
        .sort((a, b) => b.match!.score - a.match!.score)
        .map(({ command, match }) => ({ ...command, positions: new Set(match!.positions) })),
    [available, query],
  );
  return (
    <Autocomplete.Root
      open
      inline
      items={found}
      mode="none"
      autoHighlight="always"
      keepHighlight
      value={query}
      onValueChange={setQuery}
      itemToStringValue={(item) => item.title}
    >
      <div className={styles.field}>
        <Icon name="search" />
        <Autocomplete.Input className={styles.input} aria-label="Search commands" placeholder="What do you want to do?" />
      </div>
      <Autocomplete.Empty>
        <div className={styles.empty}>No command has this in its name.</div>
      </Autocomplete.Empty>
      <Autocomplete.List className={styles.list}>
        {(item: (typeof found)[number]) => (
          <Autocomplete.Item
            key={item.id}
            value={item}
            className={popup.item}
            onClick={() => {
              close();
              // After the dialog has given the focus back, so that the command may move it.
              setTimeout(() => runCommand(item.id));
            }}
          >
            <span className={styles.title}>
              <Marked text={item.title} positions={item.positions} />
            </span>
            {item.keys === undefined ? <span className={popup.itemNote}>{item.group}</span> : <Keys keys={item.keys[0]!} />}
          </Autocomplete.Item>
        )}
      </Autocomplete.List>
    </Autocomplete.Root>
  );
}

function Marked({ text, positions }: { text: string; positions: ReadonlySet<number> }): ReactNode {
  return Array.from(text, (character, place) => ({ character, place })).map(({ character, place }) =>
    positions.has(place) ? (
      <strong key={place} className={styles.matched}>
        {character}
      </strong>
    ) : (
      character
    ),
  );
}
