import type { ReactNode } from 'react';
import type { SourceDescription } from '../../../main/contract/sources.ts';
import { useCommand } from '../../commands/use-command.ts';
import { FirstRun } from '../../parts/first-run.tsx';
import { FirstSearch } from '../../parts/first-search.tsx';
import { ModelNotice } from '../../parts/model-notice.tsx';
import { useCanWrite, WriterNotice } from '../../parts/writer-notice.tsx';
import { useHubState } from '../../rpc-client/hub-state.ts';
import { useCall } from '../../rpc-client/use-call.ts';
import { useRoute } from '../../router/use-route.ts';
import { useAddRequest } from '../../state/add-request.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { formatBytes, plural } from '../../ui/format.ts';
import { Waiting } from '../../ui/waiting.tsx';
import { Splitter } from '../../ui/splitter.tsx';
import { useMedia } from '../../ui/use-media.ts';
import { AddDialog } from './add/add-dialog.tsx';
import { SourceDetail } from './detail/source-detail.tsx';
import { useSourceActions, type SourceActions } from './source-actions.ts';
import { SourceTable } from './source-table.tsx';
import styles from './sources-screen.module.css';

/** From here on the list and the details stand side by side. */
const wideWindow = '(min-width: 1080px)';

const noJobs: never[] = [];

/** What is indexed, how it stands, and everything that can be done about it. */
export function SourcesScreen(): ReactNode {
  const { data, error, refetch } = useCall('sources.list', {});
  const actions = useSourceActions();
  const canWrite = useCanWrite();
  useCommand(
    'sources.refresh',
    () => void actions.refreshAll.run({ names: [] }),
    canWrite && data !== undefined && data.length > 0,
  );
  return (
    <div className={styles.screen}>
      <WriterNotice />
      <AddDialog known={data ?? noJobs} />
      {error !== null && data === undefined ? (
        <ErrorState title="The sources cannot be read" error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Waiting label="Reading the sources" />
      ) : data.length === 0 ? (
        <FirstRun />
      ) : (
        <Content sources={data} actions={actions} canWrite={canWrite} />
      )}
    </div>
  );
}

interface ContentProps {
  sources: readonly SourceDescription[];
  actions: SourceActions;
  canWrite: boolean;
}

function Content({ sources, actions, canWrite }: ContentProps): ReactNode {
  const route = useRoute();
  const isWide = useMedia(wideWindow);
  const jobs = useHubState((state) => state?.jobs ?? noJobs);
  const name = route.screen === 'sources' ? route.name : null;
  const list = (
    <SourceTable
      sources={sources}
      jobs={jobs}
      selected={name}
      room={name === null ? (isWide ? 'wide' : 'narrow') : 'list'}
      actions={actions}
      canWrite={canWrite}
    />
  );
  const detail = name !== null && (
    <SourceDetail
      key={name}
      name={name}
      view={route.screen === 'sources' ? route.view : null}
      source={sources.find((source) => source.name === name) ?? null}
      actions={actions}
      canWrite={canWrite}
    />
  );
  if (name !== null && !isWide) return detail;
  return (
    <>
      <Toolbar sources={sources} actions={actions} canWrite={canWrite} />
      {name === null && <ModelNotice />}
      {name === null && <FirstSearch />}
      {detail === false ? (
        <div className={styles.list}>{list}</div>
      ) : (
        <div className={styles.panes}>
          <Splitter
            id="sources"
            panes={[
              { id: 'list', defaultSize: '36%', minSize: '300px', children: <div className={styles.list}>{list}</div> },
              { id: 'detail', minSize: '480px', children: detail },
            ]}
          />
        </div>
      )}
    </>
  );
}

function Toolbar({ sources, actions, canWrite }: ContentProps): ReactNode {
  const bytes = sources.reduce((sum, { textBytes }) => sum + textBytes, 0);
  const files = sources.reduce((sum, source) => sum + source.files, 0);
  return (
    <header className={styles.toolbar}>
      <h2>{plural(sources.length, 'source')}</h2>
      <span className={styles.sum}>
        {plural(files, 'file')}, {formatBytes(bytes)} of text
      </span>
      <span className={styles.gap} />
      <Button
        icon="refresh"
        disabled={!canWrite}
        isBusy={actions.refreshAll.isRunning}
        onClick={() => void actions.refreshAll.run({ names: [] })}
      >
        Refresh all
      </Button>
      <Button
        variant="primary"
        icon="add"
        disabled={!canWrite}
        onClick={() => useAddRequest.getState().ask({ kind: 'empty', tab: 'place' })}
      >
        Add source
      </Button>
    </header>
  );
}
