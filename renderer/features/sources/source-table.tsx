import type { ReactNode } from 'react';
import type { Job, SourceDescription } from '../../../main/contract/sources.ts';
import { formatRoute } from '../../router/route.ts';
import { navigate } from '../../router/use-route.ts';
import { formatBytes } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Table, type TableColumn } from '../../ui/table.tsx';
import { conditionOf, type SourceCondition } from './source-condition.ts';
import { KindIcon } from './source-kind.tsx';
import styles from './source-table.module.css';
import type { SourceActions } from './source-actions.ts';
import { TypeCounts } from './type-counts.tsx';

interface SourceTableProps {
  sources: readonly SourceDescription[];
  jobs: readonly Job[];
  selected: string | null;
  /** How much is shown of each: list beside the details, most of it in a narrow window, all of it in a wide one. */
  room: 'list' | 'narrow' | 'wide';
  actions: SourceActions;
  canWrite: boolean;
}

type Row = SourceDescription & { condition: SourceCondition };

/** The sources and how each stands. */
export function SourceTable({ sources, jobs, selected, room, actions, canWrite }: SourceTableProps): ReactNode {
  const all: Record<string, TableColumn<Row>> = {
    name: { key: 'name', title: 'Source', render: (source) => <NameCell source={source} /> },
    state: {
      key: 'state',
      title: 'State',
      width: room === 'list' ? '132px' : room === 'narrow' ? '168px' : '204px',
      render: (source) => <StateCell source={source} />,
    },
    chunks: {
      key: 'chunks',
      title: 'Chunks by type',
      width: room === 'wide' ? '288px' : '208px',
      render: ({ chunks }) => <TypeCounts counts={chunks} />,
    },
    version: { key: 'version', title: 'Version', width: '112px', render: (source) => <VersionCell source={source} /> },
    size: { key: 'size', title: 'Size', align: 'end', width: '76px', render: ({ textBytes }) => formatBytes(textBytes) },
    changed: {
      key: 'changed',
      title: 'Changed',
      align: 'end',
      width: '118px',
      render: ({ lastChangedAt }) => <RelativeTime time={lastChangedAt} />,
    },
    checked: {
      key: 'checked',
      title: 'Checked',
      align: 'end',
      width: '118px',
      render: ({ lastCheckedAt }) => <RelativeTime time={lastCheckedAt} />,
    },
    more: {
      key: 'more',
      title: <span className="visually-hidden">Actions</span>,
      align: 'end',
      width: '52px',
      render: (source) => <RowMenu source={source} actions={actions} canWrite={canWrite} />,
    },
  };
  const shown = {
    list: ['name', 'state'],
    narrow: ['name', 'state', 'chunks', 'checked', 'more'],
    wide: ['name', 'state', 'chunks', 'version', 'size', 'changed', 'checked', 'more'],
  }[room];
  return (
    <Table<Row>
      label="Sources"
      rows={sources.map((source) => ({ ...source, condition: conditionOf(source, jobs) }))}
      rowKey={({ name }) => name}
      columns={shown.map((key) => all[key]!)}
      isSelected={({ name }) => name === selected}
      onRowPress={({ name }) => navigate({ screen: 'sources', name, view: null }, { replace: selected !== null })}
    />
  );
}

function NameCell({ source }: { source: Row }): ReactNode {
  return (
    <span className={styles.name}>
      <KindIcon kind={source.kind} />
      <span className={styles.two}>
        <a className={styles.link} href={formatRoute({ screen: 'sources', name: source.name, view: null })}>
          {source.name}
        </a>
        <span className={styles.small} title={source.location}>
          {shortLocation(source.location)}
        </span>
      </span>
    </span>
  );
}

/** The end of a place says most, and a scheme nothing. */
function shortLocation(location: string): string {
  return location.replace(/^https?:\/\//, '').replace(/\.git$/, '');
}

function StateCell({ source: { condition, name } }: { source: Row }): ReactNode {
  const { tone, title, detail, brief, isRunning, fraction } = condition;
  return (
    <span className={styles.two} title={detail ?? undefined}>
      <span className={styles.state} data-tone={tone}>
        {!isRunning && <span className={styles.dot} />}
        <span className={styles.cut}>{title}</span>
      </span>
      {isRunning && <ProgressBar label={`${title} ${name}`} value={fraction} />}
      {brief !== null && <span className={styles.small}>{brief}</span>}
    </span>
  );
}

function VersionCell({ source: { commit, ref } }: { source: Row }): ReactNode {
  if (commit === null && ref === null) return <span className={styles.muted}>–</span>;
  return (
    <span className={styles.two}>
      {commit !== null && <code title={commit}>{commit.slice(0, 9)}</code>}
      {ref !== null && (
        <span className={styles.pin} title={`Pinned to ${ref}`}>
          <Icon name="pin" size={12} />
          <span className={styles.cut}>{ref}</span>
        </span>
      )}
    </span>
  );
}

function RowMenu({ source, actions, canWrite }: { source: Row; actions: SourceActions; canWrite: boolean }): ReactNode {
  const { name } = source;
  return (
    // The row opens the details; the menu does not.
    <span role="presentation" onClick={(event) => event.stopPropagation()}>
      <Menu
        align="end"
        trigger={<IconButton icon="ellipsis" label={`Actions for ${name}`} size="small" />}
        entries={[
          { title: 'Refresh', icon: 'refresh', disabled: !canWrite, onSelect: () => actions.refresh(name) },
          { title: 'Index again', icon: 'history', disabled: !canWrite, onSelect: () => actions.reindex(name) },
          { title: 'Open the folder', icon: 'folder', disabled: !hasFolder(source), onSelect: () => actions.open(name) },
          { kind: 'separator' },
          { title: 'Remove', icon: 'trash', isDanger: true, disabled: !canWrite, onSelect: () => actions.remove(name) },
        ]}
      />
    </span>
  );
}

/** Whether a source lies on this machine as a folder of its own. */
export function hasFolder({ location }: Pick<SourceDescription, 'location'>): boolean {
  return /^(?:\/|[A-Za-z]:[\\/]|\\\\)/.test(location);
}
