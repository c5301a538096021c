import type { ReactNode } from 'react';
import type { McpClient, McpStatus } from '../../../main/contract/mcp.ts';
import { copyText } from '../../state/copy-text.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { plural } from '../../ui/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Popover } from '../../ui/popover.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { showToast } from '../../ui/toast.tsx';
import styles from './server-header.module.css';

const states: Record<McpStatus['state'], { title: string; tone: BadgeTone }> = {
  starting: { title: 'starting', tone: 'neutral' },
  listening: { title: 'listening', tone: 'success' },
  taken: { title: 'another hub listens', tone: 'warning' },
  failed: { title: 'failed', tone: 'danger' },
  stopped: { title: 'stopped', tone: 'neutral' },
};

/** How the server for agents stands, where it is, and who is connected now. */
export function ServerHeader({ status }: { status: McpStatus }): ReactNode {
  const { title, tone } = states[status.state];
  return (
    <header className={styles.header}>
      <div className={styles.line}>
        <h2>MCP server</h2>
        <span role="status">
          <Badge tone={tone}>{title}</Badge>
        </span>
        {status.address !== null && <Address name="Socket" value={status.address} />}
        {status.http !== null && <Address name="HTTP" value={status.http.url} />}
        <span className={styles.gap} />
        <Clients clients={status.clients} />
      </div>
      {status.message !== null && <p className={styles.message}>{status.message}</p>}
    </header>
  );
}

function Address({ name, value }: { name: string; value: string }): ReactNode {
  const copy = async (): Promise<void> => {
    const done = await copyText(value);
    showToast(done ? { title: 'Copied the address' } : { tone: 'danger', title: 'The clipboard is not available' });
  };
  return (
    <span className={styles.address}>
      <span className={styles.muted}>{name}</span>
      <code title={value}>{value}</code>
      <IconButton icon="copy" size="small" label={`Copy the address of the ${name}`} onClick={() => void copy()} />
    </span>
  );
}

function Clients({ clients }: { clients: readonly McpClient[] }): ReactNode {
  if (clients.length === 0) return <span className={styles.muted}>No agent is connected</span>;
  return (
    <Popover
      align="end"
      title="Connected now"
      trigger={
        <Button size="small" variant="quiet" icon="agents">
          {plural(clients.length, 'agent')} connected
        </Button>
      }
    >
      <ul className={styles.clients}>
        {clients.map((client) => (
          <li key={client.id}>
            <strong>{client.name ?? 'unnamed client'}</strong> {client.version}
            <span className={styles.facts}>
              {client.project !== null && <span className={styles.cut}>{client.project}</span>}
              <span>
                {plural(client.calls, 'call')}, here <RelativeTime time={client.connectedAt} />
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Popover>
  );
}
