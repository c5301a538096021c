import { useState, type ReactNode } from 'react';
import type { ClientChange, ClientScope, ClientState } from '../../../../main/contract/clients.ts';
import { useAction } from '../../../rpc-client/use-action.ts';
import { useCall } from '../../../rpc-client/use-call.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { plural } from '../../../ui/format.ts';
import { Select } from '../../../ui/select.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { CopyableText } from './copyable-text.tsx';
import styles from './connect-dialog.module.css';
import { scopeWords } from './scope-words.ts';

interface ConnectDialogProps {
  client: ClientState;
  folder: string | null;
  onClose: () => void;
}

/** Shows what will be written and where, writes it, and says whether the agent's way to the hub works. */
export function ConnectDialog({ client, folder, onClose }: ConnectDialogProps): ReactNode {
  const { id, name } = client;
  // Without a folder only what concerns all projects makes sense.
  const scopes = client.scopes.filter((scope) => folder !== null || scope === 'user');
  const [scope, setScope] = useState<ClientScope>(scopes[0] ?? 'user');
  const target = { client: id, scope, ...(folder === null ? {} : { folder }) };
  const snippet = useCall('clients.snippet', scopes.length === 0 ? null : target, { keepPrevious: true });
  const connect = useAction('clients.connect', { invalidates: ['clients.list'], showsError: true });
  const [change, setChange] = useState<ClientChange | null>(null);
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`Connect ${name}`}
      footer={
        change === null ? (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button
              variant="primary"
              icon="link"
              disabled={scopes.length === 0}
              isBusy={connect.isRunning}
              onClick={async () => setChange(await connect.run(target))}
            >
              Connect
            </Button>
          </>
        ) : (
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        )
      }
    >
      {change !== null ? (
        <Outcome change={change} />
      ) : scopes.length === 0 ? (
        <p>{name} knows servers by project only. Give the project’s folder first.</p>
      ) : (
        <div className={styles.form}>
          {scopes.length > 1 && (
            <Select
              label="Where"
              value={scope}
              options={scopes.map((value) => ({ value, title: scopeWords[value] }))}
              onValueChange={setScope}
            />
          )}
          {snippet.data === undefined ? (
            snippet.error === null ? (
              <Spinner label="Asking what would be written" />
            ) : (
              <p role="alert">{snippet.error.message}</p>
            )
          ) : (
            <>
              <p>
                {snippet.data.command === null
                  ? 'This is merged into the file below. The rest of it stays as it is, comments included, and a copy of it is kept.'
                  : `This is done by ${name}’s own command where it is installed:`}
              </p>
              {snippet.data.command !== null && <CopyableText name="the command" text={snippet.data.command} />}
              {snippet.data.path !== null && <p className={styles.path}>{snippet.data.path}</p>}
              <CopyableText name="the configuration" text={snippet.data.text} />
            </>
          )}
          {connect.error !== null && (
            <p className={styles.error} role="alert">
              {connect.error.message}
            </p>
          )}
        </div>
      )}
    </Dialog>
  );
}

function Outcome({ change }: { change: ClientChange }): ReactNode {
  const { handshake } = change;
  return (
    <div className={styles.form} role="status">
      <p>
        {change.changed
          ? `Written${change.path === null ? '' : ` to ${change.path}`}.`
          : 'It was written already; nothing changed.'}
      </p>
      {change.backup !== null && <p className={styles.path}>What it was before: {change.backup}</p>}
      {handshake !== null && (
        <p>
          <Badge tone={handshake.outcome === 'hub' ? 'success' : handshake.outcome === 'bridge' ? 'warning' : 'danger'}>
            {handshake.outcome === 'failed' ? 'no answer' : plural(handshake.tools, 'tool')}
          </Badge>{' '}
          {handshake.message}
        </p>
      )}
      <p>{change.nextStep}</p>
    </div>
  );
}
