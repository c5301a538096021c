import { useId, useState, type ReactNode } from 'react';
import type { ClientState } from '../../../../main/contract/clients.ts';
import { PathInput } from '../../../parts/path-input.tsx';
import { useCall } from '../../../rpc-client/use-call.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Waiting } from '../../../ui/waiting.tsx';
import { useSettled } from '../../../ui/use-settled.ts';
import { ClientRow } from './client-row.tsx';
import { ConnectDialog } from './connect-dialog.tsx';
import styles from './connect-view.module.css';
import { InstructionsDialog } from './instructions-dialog.tsx';

/** Agents on this machine, and whether they know this hub. */
export function ConnectView(): ReactNode {
  const id = useId();
  const [folder, setFolder] = useState('');
  const settled = useSettled(folder.trim(), 200);
  const project = settled === '' ? null : settled;
  const { data, error, refetch } = useCall('clients.list', project === null ? {} : { folder: project }, { keepPrevious: true });
  const [chosen, setChosen] = useState<ClientState | null>(null);
  const [showsInstructions, setShowsInstructions] = useState(false);
  if (error !== null && data === undefined)
    return <ErrorState title="The agents of this machine cannot be listed" error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Waiting label="Looking for agents on this machine" />;
  const [found, missing] = [data.filter((client) => client.found !== null), data.filter((client) => client.found === null)];
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys
    <div className={styles.view} tabIndex={0} role="region" aria-label="Agents of this machine">
      <div className={styles.project}>
        <label htmlFor={id}>Project folder</label>
        <PathInput
          id={id}
          value={folder}
          onValueChange={setFolder}
          placeholder="Only to connect a single project"
          describedBy={`${id}-note`}
        />
        <span id={`${id}-note`} className={styles.muted}>
          Without one, an agent knows the hub in every project.
        </span>
      </div>
      <ClientList title="On this machine" clients={found} project={project} onConnect={setChosen} />
      <ClientList title="Not found on this machine" clients={missing} project={project} onConnect={setChosen} />
      <section className={styles.instructions}>
        <h3>Tell the agent when to ask</h3>
        <p>Agents use tools more when the project’s CLAUDE.md or AGENTS.md says what they are for.</p>
        <Button icon="document" onClick={() => setShowsInstructions(true)}>
          Show the paragraph
        </Button>
      </section>
      {chosen !== null && <ConnectDialog client={chosen} folder={project} onClose={() => setChosen(null)} />}
      {showsInstructions && <InstructionsDialog onClose={() => setShowsInstructions(false)} />}
    </div>
  );
}

interface ClientListProps {
  title: string;
  clients: readonly ClientState[];
  project: string | null;
  onConnect: (client: ClientState) => void;
}

function ClientList({ title, clients, project, onConnect }: ClientListProps): ReactNode {
  if (clients.length === 0) return null;
  return (
    <section>
      <h3 className={styles.title}>{title}</h3>
      <ul className={styles.clients}>
        {clients.map((client) => (
          <ClientRow key={client.id} client={client} folder={project} onConnect={() => onConnect(client)} />
        ))}
      </ul>
    </section>
  );
}
