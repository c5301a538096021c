import type { ReactNode } from 'react';
import type { HubState, HubStatusView } from '../../main/contract/hub-contract.ts';
import { useHubState } from '../rpc-client/hub-state.ts';
import { useCall } from '../rpc-client/use-call.ts';
import { useConnection } from '../rpc-client/use-connection.ts';
import { formatNumber, plural } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { Popover } from '../ui/popover.tsx';
import { Tooltip } from '../ui/tooltip.tsx';
import { JobsPopover } from './jobs-popover.tsx';
import styles from './status-bar.module.css';

const connectionTitles = {
  connecting: 'Connecting',
  open: 'Connected',
  lost: 'No connection',
  incompatible: 'Other version',
} as const;

/** How everything stands, at the lower edge: connection, work under way, index, model. */
export function StatusBar(): ReactNode {
  const connection = useConnection();
  const writer = useHubState((state) => state?.writer ?? null);
  const { data: status } = useCall('hub.status', {});
  return (
    <footer className={styles.bar} aria-label="Status">
      <span className={styles.item}>
        <span className={styles.dot} data-state={connection.name} />
        {connectionTitles[connection.name]}
      </span>
      {connection.name === 'open' && writer !== null && writer.state !== 'ready' && <WriterState writer={writer} />}
      <JobsPopover />
      <span className={styles.gap} />
      {status !== undefined && <Notices notices={status.notices} />}
      {status !== undefined && <IndexState status={status} />}
      {status !== undefined && <ModelState status={status} />}
    </footer>
  );
}

function WriterState({ writer }: { writer: HubState['writer'] }): ReactNode {
  const titles = { starting: 'Starting', locked: 'Sources are read-only', restarting: 'Restarting', ready: '' };
  return (
    <Tooltip text={writer.message ?? titles[writer.state]} side="top">
      <a className={styles.item} href="#/sources" data-tone={writer.state === 'starting' ? undefined : 'warning'}>
        {writer.state === 'locked' && <Icon name="alert" size={14} />}
        {titles[writer.state]}
      </a>
    </Tooltip>
  );
}

function Notices({ notices }: { notices: readonly string[] }): ReactNode {
  if (notices.length === 0) return null;
  return (
    <Popover
      title="Worth knowing"
      side="top"
      trigger={
        <button type="button" className={styles.job} data-tone="warning">
          <Icon name="alert" size={14} />
          {plural(notices.length, 'notice')}
        </button>
      }
    >
      {notices.map((notice) => (
        <p key={notice}>{notice}</p>
      ))}
    </Popover>
  );
}

function IndexState({ status }: { status: HubStatusView }): ReactNode {
  if (status.state === 'empty')
    return (
      <a className={styles.item} href="#/sources">
        Nothing indexed
      </a>
    );
  const waiting = status.pendingTexts > 0 ? `${plural(status.pendingTexts, 'text')} wait for the model` : null;
  return (
    <a className={styles.item} href="#/sources" title={waiting ?? undefined}>
      {formatNumber(status.totalChunks)} chunks
      {status.state === 'partial' && <span className={styles.muted}>· {waiting ?? 'incomplete'}</span>}
    </a>
  );
}

function ModelState({ status }: { status: HubStatusView }): ReactNode {
  const { model, vectors } = status;
  if (model.state === 'missing')
    return (
      <Tooltip text={model.message} side="top">
        <a className={styles.item} href="#/settings/model" data-tone="warning">
          <Icon name="alert" size={14} />
          No model: keyword search only
        </a>
      </Tooltip>
    );
  if (vectors === null) return null;
  return (
    <Tooltip text={vectors.reason} side="top">
      <a className={styles.item} href="#/settings/vectors">
        {vectors.kind} vectors
      </a>
    </Tooltip>
  );
}
