import type { ReactNode } from 'react';
import type { EmptyReason, SearchAnswer } from '../../../../main/contract/search.ts';
import { formatRoute, type SearchRoute } from '../../../router/route.ts';
import { navigate } from '../../../router/use-route.ts';
import { useHubState } from '../../../rpc-client/hub-state.ts';
import { useAction } from '../../../rpc-client/use-action.ts';
import { useAddRequest } from '../../../state/add-request.ts';
import { activeJob, summarizeJob } from '../../../state/job-summary.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { formatDuration, formatPercent, formatRelativeTime } from '../../../ui/format.ts';
import type { IconName } from '../../../ui/icon.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { activeFilters } from '../../../parts/filters/search-filters.ts';
import { toolTitles } from '../../../parts/filters/search-scope.ts';
import styles from './results.module.css';

interface EmptyAnswerProps {
  route: SearchRoute;
  answer: SearchAnswer;
}

const states: Record<EmptyReason, { icon: IconName; title: string; text: string }> = {
  'empty-query': {
    icon: 'search',
    title: 'There is no word to look for',
    text: 'Signs alone find nothing. Type a word, a name or a question.',
  },
  'not-indexed': {
    icon: 'sources',
    title: 'Nothing is indexed yet',
    text: 'Add a folder, a repository or a documentation site, and search it here.',
  },
  'still-indexing': {
    icon: 'clock',
    title: 'The index is still being made',
    text: 'What you look for may not have been read yet. This list fills by itself.',
  },
  'filtered-away': { icon: 'filter', title: 'The filters leave nothing', text: 'There are hits without them.' },
  stale: {
    icon: 'clock',
    title: 'Nothing found, and the sources are old',
    text: 'They were last looked at long ago. What you look for may have come since.',
  },
  'nothing-alike': {
    icon: 'search',
    title: 'Nothing like that is indexed',
    text: 'No indexed text holds these words, and none means the same. Try other words or the name of a symbol.',
  },
};

/** Why there is nothing, and what helps. */
export function EmptyAnswer({ route, answer }: EmptyAnswerProps): ReactNode {
  const reason = answer.emptyReason ?? 'nothing-alike';
  const { icon, title, text } = states[reason];
  return (
    <EmptyState icon={icon} title={title} actions={<Actions route={route} reason={reason} />}>
      <span role="status">{text}</span>
      {reason === 'still-indexing' && <Progress />}
      {reason === 'stale' && <Ages answer={answer} />}
      {answer.fallback !== null && <p>{answer.fallback}</p>}
    </EmptyState>
  );
}

function Actions({ route, reason }: { route: SearchRoute; reason: EmptyReason }): ReactNode {
  const filters = activeFilters(route.filters).length;
  const { run, isRunning } = useAction('sources.refresh');
  const clear = filters > 0 && (
    <Button variant="primary" onClick={() => navigate({ ...route, filters: {} })}>
      Clear {filters === 1 ? 'the filter' : `${filters} filters`}
    </Button>
  );
  const everywhere = route.tool !== 'any' && (
    <Button onClick={() => navigate({ ...route, tool: 'any' })}>Search everything, not only {toolTitles[route.tool]}</Button>
  );
  const add = (
    <Button variant={reason === 'not-indexed' ? 'primary' : 'plain'} icon="add" onClick={askForSource}>
      Add a source
    </Button>
  );
  switch (reason) {
    case 'empty-query':
      return null;
    case 'filtered-away':
      return (
        <>
          {clear}
          {everywhere}
        </>
      );
    case 'not-indexed':
      return add;
    case 'still-indexing':
      return (
        <Button icon="sources" onClick={() => navigate({ screen: 'sources', name: null, view: null })}>
          See the progress
        </Button>
      );
    case 'stale':
      return (
        <>
          <Button variant="primary" icon="refresh" isBusy={isRunning} onClick={() => void run({})}>
            Refresh all sources
          </Button>
          {everywhere}
        </>
      );
    case 'nothing-alike':
      return (
        <>
          {everywhere}
          {route.mode === 'keyword' && (
            <Button onClick={() => navigate({ ...route, mode: 'hybrid' })}>Search by meaning too</Button>
          )}
          {add}
        </>
      );
  }
}

function askForSource(): void {
  navigate({ screen: 'sources', name: null, view: null });
  useAddRequest.getState().ask({ kind: 'empty' });
}

function Progress(): ReactNode {
  const job = useHubState((state) => (state === null ? null : activeJob(state.jobs)));
  if (job === null) return <p>No work is under way: refresh the sources to go on.</p>;
  const { title, phase, fraction, secondsLeft } = summarizeJob(job);
  return (
    <div className={styles.facts}>
      <span>
        {title}
        {phase !== '' && ` · ${phase}`}
      </span>
      <ProgressBar label={title} value={fraction} />
      <span>
        {fraction !== null && formatPercent(fraction)}
        {secondsLeft !== null && ` · ${formatDuration(secondsLeft)} left`}
      </span>
    </div>
  );
}

function Ages({ answer }: { answer: SearchAnswer }): ReactNode {
  return (
    <ul>
      {answer.index.map(({ source, checkedAt }) => (
        <li key={source}>
          <a href={formatRoute({ screen: 'sources', name: source, view: null })}>{source}</a>:{' '}
          {checkedAt === null ? 'never checked' : `checked ${formatRelativeTime(checkedAt)}`}
        </li>
      ))}
    </ul>
  );
}
