import type { ReactNode } from 'react';
import type { SourceDescription } from '../../../../main/contract/sources.ts';
import { CancelJob } from '../../../parts/job-card.tsx';
import { useHubState } from '../../../rpc-client/hub-state.ts';
import { navigate } from '../../../router/use-route.ts';
import { isActive, jobOf } from '../../../state/job-report.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { RulesTab } from '../rules/rules-tab.tsx';
import type { SourceActions } from '../source-actions.ts';
import { KindIcon } from '../source-kind.tsx';
import { hasFolder } from '../source-table.tsx';
import { FileOutcomes } from './file-outcomes.tsx';
import styles from './source-detail.module.css';
import { SourceOverview } from './source-overview.tsx';

const views = ['overview', 'indexed', 'skipped', 'failed', 'rules'] as const;
type View = (typeof views)[number];

interface SourceDetailProps {
  name: string;
  view: string | null;
  source: SourceDescription | null;
  actions: SourceActions;
  canWrite: boolean;
}

/** Everything about one source. */
export function SourceDetail({ name, view, source, actions, canWrite }: SourceDetailProps): ReactNode {
  const close = (): void => navigate({ screen: 'sources', name: null, view: null });
  if (source === null)
    return (
      <EmptyState icon="sources" title={`There is no source “${name}”`} actions={<Button onClick={close}>All sources</Button>}>
        It may have been removed.
      </EmptyState>
    );
  const current: View = views.find((each) => each === view) ?? 'overview';
  return (
    <section className={styles.detail} aria-label={`Source ${name}`}>
      <Header source={source} actions={actions} canWrite={canWrite} onClose={close} />
      <Tabs<View>
        label="About the source"
        value={current}
        tabs={[
          { value: 'overview', title: 'Overview' },
          { value: 'indexed', title: 'Files', count: source.files },
          { value: 'skipped', title: 'Skipped', count: source.skipped },
          { value: 'failed', title: 'Failed', count: source.failed },
          { value: 'rules', title: 'Rules', count: source.rules.length },
        ]}
        onValueChange={(next) =>
          navigate({ screen: 'sources', name, view: next === 'overview' ? null : next }, { replace: true })
        }
        className={styles.tabs}
      >
        {current === 'overview' && <SourceOverview source={source} canWrite={canWrite} />}
        {current === 'rules' && <RulesTab source={source} canWrite={canWrite} />}
        {current !== 'overview' && current !== 'rules' && <FileOutcomes key={current} name={name} outcome={current} />}
      </Tabs>
    </section>
  );
}

interface HeaderProps {
  source: SourceDescription;
  actions: SourceActions;
  canWrite: boolean;
  onClose: () => void;
}

function Header({ source, actions, canWrite, onClose }: HeaderProps): ReactNode {
  const { name } = source;
  const job = useHubState((state) => (state === null ? null : jobOf(state.jobs, name)));
  return (
    <header className={styles.header}>
      <IconButton icon="arrow-left" label="All sources" size="small" onClick={onClose} />
      <KindIcon kind={source.kind} />
      <h2 className={styles.name}>{name}</h2>
      <span className={styles.gap} />
      {job !== null && isActive(job) ? (
        <CancelJob job={job} />
      ) : (
        <Button size="small" icon="refresh" disabled={!canWrite} onClick={() => actions.refresh(name)}>
          Refresh
        </Button>
      )}
      <Menu
        align="end"
        trigger={<IconButton icon="ellipsis" label={`More actions for ${name}`} size="small" />}
        entries={[
          { title: 'Index again', icon: 'history', disabled: !canWrite, onSelect: () => actions.reindex(name) },
          { title: 'Open the folder', icon: 'folder', disabled: !hasFolder(source), onSelect: () => actions.open(name) },
        ]}
      />
      <IconButton
        icon="trash"
        label={`Remove ${name}`}
        size="small"
        disabled={!canWrite}
        isBusy={actions.isRemoving}
        onClick={() => actions.remove(name)}
      />
    </header>
  );
}
