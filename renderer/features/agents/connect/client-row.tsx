import type { ReactNode } from 'react';
import type { ClientScope, ClientState } from '../../../../main/contract/clients.ts';
import { useAction } from '../../../rpc-client/use-action.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { showToast } from '../../../ui/toast.tsx';
import styles from './client-row.module.css';
import { scopeWords } from './scope-words.ts';

interface ClientRowProps {
  client: ClientState;
  folder: string | null;
  onConnect: () => void;
}

/** One agent: whether it is here, whether it knows the hub, and where that is written. */
export function ClientRow({ client, folder, onConnect }: ClientRowProps): ReactNode {
  const { name, found, configured, problem } = client;
  const disconnect = useDisconnect(client, folder);
  const connectWords = configured.some(({ isCurrent }) => isCurrent) ? 'Connect again' : 'Connect';
  return (
    <li className={styles.row} aria-label={name}>
      <div className={styles.who}>
        <strong>{name}</strong>
        {found !== null && <span className={styles.small}>{found}</span>}
      </div>
      <div className={styles.places}>
        {configured.length === 0 && problem === null && <span className={styles.small}>does not know this hub</span>}
        {configured.map(({ scope, path, isCurrent }) => (
          <span key={scope} className={styles.place}>
            <Badge tone={isCurrent ? 'success' : 'warning'}>{isCurrent ? 'connected' : 'another program'}</Badge>
            <span className={styles.path} title={path}>
              {scopeWords[scope]}, {path}
            </span>
            <Button size="small" variant="quiet" isBusy={disconnect.isRunning} onClick={() => void disconnect.run(scope)}>
              Disconnect
            </Button>
          </span>
        ))}
        {problem !== null && <span className={styles.problem}>{problem}</span>}
      </div>
      <Button size="small" icon="link" aria-label={`${connectWords} ${name}`} onClick={onConnect}>
        {connectWords}
      </Button>
    </li>
  );
}

/** Takes the hub's entry out of a client's configuration, with the way back. */
function useDisconnect(
  { id, name }: ClientState,
  folder: string | null,
): { run: (scope: ClientScope) => Promise<void>; isRunning: boolean } {
  const { run: remove, isRunning } = useAction('clients.disconnect', { invalidates: ['clients.list'] });
  const { run: add } = useAction('clients.connect', { invalidates: ['clients.list'] });
  return {
    isRunning,
    run: async (scope) => {
      const target = { client: id, scope, ...(folder === null ? {} : { folder }) };
      const answer = await remove(target);
      if (answer === null) return;
      showToast({
        title: answer.changed ? `${name} does not know this hub any more` : 'Nothing had to be changed',
        description: answer.nextStep,
        ...(answer.changed ? { action: { title: 'Undo', run: () => void add(target) } } : {}),
      });
    },
  };
}
