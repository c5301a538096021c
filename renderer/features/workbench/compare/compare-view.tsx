import type { ReactNode } from 'react';
import type { SearchHit } from '../../../../main/contract/search.ts';
import { searchModes, type SearchMode } from '../../../../main/contract/search-vocabulary.ts';
import type { SearchRoute } from '../../../router/route.ts';
import { navigate } from '../../../router/use-route.ts';
import { useCall } from '../../../rpc-client/use-call.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { formatNumber, plural } from '../../../ui/format.ts';
import { Select } from '../../../ui/select.tsx';
import { modeTitles, scopeOf } from '../../../parts/filters/search-scope.ts';
import {
  formatCompare,
  parseCompare,
  weightPresetNames,
  weightPresets,
  type WeightPreset,
} from '../../../parts/filters/compare-setting.ts';
import { CompareList } from './compare-list.tsx';
import styles from './compare-view.module.css';
import { RankLines } from './rank-lines.tsx';
import { rankChanges, summarizeChanges } from './rank-changes.ts';

interface CompareViewProps {
  route: SearchRoute;
  onOpened: () => void;
}

/** Hits of each side. */
const listed = 20;

/** The same query under two settings, and what the second one changes. */
export function CompareView({ route, onOpened }: CompareViewProps): ReactNode {
  const setting = parseCompare(route.compare ?? '', route.mode);
  const { weights } = weightPresets[setting.preset];
  const asked = { query: route.query, ...scopeOf(route), limit: listed };
  const first = useCall('search.run', asked, { keepPrevious: true });
  const second = useCall(
    'search.run',
    { ...asked, mode: setting.mode, ...(setting.preset === 'none' ? {} : { weights }) },
    { keepPrevious: true },
  );
  const left = first.data?.hits ?? [];
  const right = second.data?.hits ?? [];
  const leftIds = left.map(({ chunkId }) => chunkId);
  const rightIds = right.map(({ chunkId }) => chunkId);
  const summary = summarizeChanges(leftIds, rightIds);
  const change = (next: { mode?: SearchMode; preset?: WeightPreset }): void =>
    navigate({ ...route, compare: formatCompare({ ...setting, ...next }) });
  const open = (hit: SearchHit): void => {
    onOpened();
    navigate({ ...route, hit: hit.chunkId });
  };
  if (first.error !== null)
    return <ErrorState title="The search failed" error={first.error} onRetry={() => void first.refetch()} />;
  if (second.error !== null)
    return <ErrorState title="The second search failed" error={second.error} onRetry={() => void second.refetch()} />;
  return (
    <section className={styles.view} aria-label="Comparison" aria-busy={first.isPlaceholderData || second.isPlaceholderData}>
      <div className={styles.settings}>
        <div className={styles.side}>
          <Select
            label="First ranking"
            value={route.mode}
            options={searchModes.map((value) => ({ value, title: modeTitles[value] }))}
            onValueChange={(mode) => navigate({ ...route, mode })}
          />
        </div>
        <div className={styles.side}>
          <Select
            label="Second ranking"
            value={setting.mode}
            options={searchModes.map((value) => ({ value, title: modeTitles[value] }))}
            onValueChange={(mode) => change({ mode })}
          />
          <Select
            label="Weights"
            value={setting.preset}
            options={weightPresetNames.map((value) => ({ value, title: weightPresets[value].title }))}
            onValueChange={(preset) => change({ preset })}
          />
        </div>
        <Button variant="quiet" icon="close" onClick={() => navigate({ ...route, compare: null })}>
          End
        </Button>
      </div>
      <p className={styles.summary} role="status">
        {first.data === undefined || second.data === undefined
          ? 'Searching…'
          : `Of the first ${listed}: ${formatNumber(summary.same)} at the same rank, ${formatNumber(summary.moved)} moved, ${plural(summary.onlyRight, 'hit')} new, ${formatNumber(summary.onlyLeft)} lost.`}
      </p>
      <div className={styles.lists}>
        <CompareList label="First ranking" hits={left} changes={rankChanges(leftIds, rightIds)} side="first" onOpen={open} />
        <RankLines left={leftIds} right={rightIds} />
        <CompareList label="Second ranking" hits={right} changes={rankChanges(rightIds, leftIds)} side="second" onOpen={open} />
      </div>
    </section>
  );
}
