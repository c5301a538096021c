import { useState, type ReactNode } from 'react';
import type { EvaluationCase } from '../../../main/contract/marks.ts';
import { searchModes, type SearchMode } from '../../../main/contract/search-vocabulary.ts';
import { useCommand } from '../../commands/use-command.ts';
import { useHub } from '../../rpc-client/hub-client.ts';
import { useAction } from '../../rpc-client/use-action.ts';
import { useCall } from '../../rpc-client/use-call.ts';
import { emptySearch } from '../../router/route.ts';
import { navigate, useRoute } from '../../router/use-route.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { plural } from '../../ui/format.ts';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { Select } from '../../ui/select.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import { showToast } from '../../ui/toast.tsx';
import { CaseDetail } from './case-detail.tsx';
import { worstFirst } from './case-outcome.ts';
import { useCaseRun } from './case-run.ts';
import { CaseTable, type CaseRow } from './case-table.tsx';
import styles from './evaluations-screen.module.css';
import { RunSummary } from './run-summary.tsx';

const modeTitles: Record<SearchMode, string> = {
  hybrid: 'Words and meaning',
  rrf: 'Rank fusion',
  vector: 'Meaning only',
  keyword: 'Words only',
};

/** Searches with known answers: whether today's index finds them. */
export function EvaluationsScreen(): ReactNode {
  const { data, error, refetch } = useCall('cases.list', {});
  if (error !== null && data === undefined)
    return <ErrorState title="The cases cannot be read" error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Waiting label="Reading the cases" />;
  if (data.length === 0) return <NoCases />;
  return <Cases saved={data} />;
}

function NoCases(): ReactNode {
  return (
    <EmptyState
      icon="evaluations"
      title="No evaluation case is saved yet"
      actions={
        <>
          <Button icon="search" onClick={() => navigate(emptySearch)}>
            Search
          </Button>
          <Button icon="sessions" onClick={() => navigate({ screen: 'sessions', session: null, view: null, item: null })}>
            Look at sessions of agents
          </Button>
        </>
      }
    >
      A case is a search with what it should find. Save one from a search result, or from a finding in an agent’s session; then
      run them all after every change of the index or the ranking.
    </EmptyState>
  );
}

function Cases({ saved }: { saved: readonly EvaluationCase[] }): ReactNode {
  const hub = useHub();
  const route = useRoute();
  const { mode, setMode, progress, report, before, error, start, cancel } = useCaseRun();
  const [isWorstFirst, setWorstFirst] = useState(false);
  const removal = useCaseRemoval(saved);
  const isRunning = progress !== null;
  useCommand('evaluations.run', () => void start(hub), !isRunning);
  const results = new Map(report?.cases.map((each) => [each.id, each]));
  const earlier = new Map(before?.cases.map((each) => [each.id, each]));
  const rows: CaseRow[] = saved.map((item) => ({ item, result: results.get(item.id) ?? null, before: earlier.get(item.id) }));
  const id = route.screen === 'evaluations' ? route.id : null;
  const chosen = rows.find(({ item }) => item.id === id) ?? null;
  return (
    <div className={styles.screen}>
      <header className={styles.toolbar}>
        <h2>{plural(saved.length, 'case')}</h2>
        <span className={styles.gap} />
        <span className={styles.label} aria-hidden="true">
          Ranking
        </span>
        <Select
          label="Ranking"
          hidesLabel
          value={mode}
          disabled={isRunning}
          options={searchModes.map((value) => ({ value, title: modeTitles[value] }))}
          onValueChange={setMode}
        />
        {isRunning ? (
          <Button icon="stop" onClick={cancel}>
            Cancel
          </Button>
        ) : (
          <Button variant="primary" icon="evaluations" onClick={() => void start(hub)}>
            Run all
          </Button>
        )}
      </header>
      {progress !== null && (
        <div className={styles.progress}>
          <ProgressBar label="Cases run" value={progress.total === 0 ? null : progress.done / progress.total} />
          <span role="status">
            {progress.total === 0 ? 'Beginning' : `${progress.done} of ${plural(progress.total, 'case')}`}
          </span>
        </div>
      )}
      {error !== null && (
        <p className={styles.error} role="alert">
          The cases could not be run: {error.message}
        </p>
      )}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys */}
      <div className={styles.content} tabIndex={0} role="region" aria-label="Cases and how they fare">
        {report !== null && <RunSummary report={report} before={before} />}
        {chosen !== null && <CaseDetail key={chosen.item.id} row={chosen} onRemove={() => void removal(chosen.item)} />}
        <CaseTable
          rows={isWorstFirst ? worstFirst(rows) : rows}
          chosen={id}
          isWorstFirst={isWorstFirst}
          onWorstFirst={setWorstFirst}
          onRemove={(item) => void removal(item)}
        />
      </div>
    </div>
  );
}

/** Removing, with the way back. */
function useCaseRemoval(saved: readonly EvaluationCase[]): (item: EvaluationCase) => Promise<void> {
  const { run: remove } = useAction('cases.remove', { invalidates: ['cases.list'] });
  const { run: save } = useAction('cases.save', { invalidates: ['cases.list'] });
  return async (item) => {
    if (!saved.some(({ id }) => id === item.id)) return;
    const answer = await remove({ id: item.id });
    if (answer === null) return;
    navigate({ screen: 'evaluations', id: null }, { replace: true });
    const { query, scope, wanted, note } = item;
    showToast({
      title: 'Removed the case',
      description: query,
      action: { title: 'Undo', run: () => void save({ query, scope, wanted, note }) },
    });
  };
}
