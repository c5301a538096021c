import { useCallback, useMemo, useState, type ReactNode, type Ref } from 'react';
import type { SearchHit } from '../../../../main/contract/search.ts';
import { useCommand } from '../../../commands/use-command.ts';
import type { SearchRoute } from '../../../router/route.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import type { Search } from '../query/use-search.ts';
import { AnswerSummary } from './answer-summary.tsx';
import { EmptyAnswer } from './empty-answer.tsx';
import { HitList, type HitListHandle } from './hit-list.tsx';
import { HitRow } from './hit-row.tsx';
import { hitShape, plainHitHeight } from './hit-shape.ts';
import { queryStems } from '../../../parts/hits/match-ranges.ts';
import { ScoreExplanation } from './score-explanation.tsx';
import styles from './results.module.css';

interface SearchResultsProps {
  route: SearchRoute;
  search: Search;
  opensBeside: boolean;
  onOpen: (hit: SearchHit, entersText: boolean) => void;
  ref?: Ref<HitListHandle>;
}

/** What a search found, or why it found nothing. */
export function SearchResults({ route, search, opensBeside, onOpen, ref }: SearchResultsProps): ReactNode {
  const { answer, hits, error, retry } = search;
  const [explained, setExplained] = useState<{ hit: SearchHit; anchor: Element | null } | null>(null);
  const stems = useMemo(() => queryStems(answer?.query ?? ''), [answer?.query]);
  const hitAt = useCallback((index: number) => hits[index], [hits]);
  const rowHeight = useCallback(
    (index: number) => (hits[index] === undefined ? plainHitHeight : hitShape(hits[index]).height),
    [hits],
  );
  const renderHit = useCallback((hit: SearchHit) => <HitRow hit={hit} stems={stems} />, [stems]);
  useCommand(
    'results.explain',
    () => {
      const hit = hits.find(({ chunkId }) => chunkId === route.hit) ?? hits[0];
      if (hit !== undefined) setExplained({ hit, anchor: activeScore() });
    },
    hits.length > 0,
  );
  if (error !== null && answer === null) return <ErrorState title="The search failed" error={error} onRetry={retry} />;
  if (answer === null) return <Waiting />;
  return (
    <div className={styles.results} data-stale={!search.isCurrent || undefined}>
      {error !== null && <ErrorState title="The search failed" error={error} onRetry={retry} />}
      {hits.length === 0 ? (
        <EmptyAnswer route={route} answer={answer} />
      ) : (
        <>
          <AnswerSummary route={route} answer={answer} />
          <HitList
            ref={ref}
            label="Results"
            listKey={search.key}
            count={hits.length}
            hitAt={hitAt}
            rowHeight={rowHeight}
            renderHit={renderHit}
            openId={route.hit}
            opensBeside={opensBeside}
            onOpen={onOpen}
            onPress={(hit, event) => {
              const score = event.target instanceof Element ? event.target.closest('[data-explain]') : null;
              if (score === null) return;
              event.preventDefault();
              setExplained({ hit, anchor: score });
            }}
            onRangeChange={search.onRangeChange}
          />
        </>
      )}
      {explained !== null && (
        <ScoreExplanation hit={explained.hit} anchor={explained.anchor} onClose={() => setExplained(null)} />
      )}
    </div>
  );
}

/** Where the score of the hit that the keys are at stands. */
function activeScore(): Element | null {
  return document.querySelector('[role="option"][data-active] [data-explain]') ?? document.querySelector('[data-explain]');
}

/** The shape of what is to come; only seen when it takes long. */
function Waiting(): ReactNode {
  return (
    <div className={styles.waiting} role="status" aria-label="Searching">
      {[0, 1, 2, 3].map((row) => (
        <span key={row} className={styles.ghost} />
      ))}
    </div>
  );
}
