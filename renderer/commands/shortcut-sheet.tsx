import { useState, type ReactNode } from 'react';
import { commandGroups, commands, type CommandDescription } from '../../main/contract/commands.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Keys } from '../ui/keys.tsx';
import styles from './shortcut-sheet.module.css';
import { useCommand } from './use-command.ts';

/** All keys, by group. */
export function ShortcutSheet(): ReactNode {
  const [open, setOpen] = useState(false);
  useCommand('shortcuts.open', () => setOpen(true));
  const withKeys = (commands as readonly CommandDescription[]).filter(({ keys }) => keys !== undefined);
  return (
    <Dialog open={open} onOpenChange={setOpen} title="Keyboard shortcuts" size="large" isText>
      <div className={styles.groups}>
        {commandGroups
          .filter((group) => withKeys.some((command) => command.group === group))
          .map((group) => (
            <section key={group} className={styles.group}>
              <h3>{group}</h3>
              <dl>
                {withKeys
                  .filter((command) => command.group === group)
                  .map(({ id, title, keys = [] }) => (
                    <div key={id} className={styles.line}>
                      <dt>{title}</dt>
                      <dd className={styles.keys}>
                        {keys.map((each) => (
                          <Keys key={each} keys={each} />
                        ))}
                      </dd>
                    </div>
                  ))}
              </dl>
            </section>
          ))}
      </div>
    </Dialog>
  );
}
