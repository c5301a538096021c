import { useCallback, useEffect, useRef, type ReactNode } from 'react';
import type { Facet, SearchFiltersInput } from '../../../main/contract/search.ts';
import { useCall } from '../../rpc-client/use-call.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import { useRested } from './use-rested.ts';
import { FacetGroup } from './facet-group.tsx';
import styles from './filter-panel.module.css';
import { activeFilters, toggleFilter } from './search-filters.ts';
import type { Scope } from './search-scope.ts';

interface FilterPanelProps {
  /** What the values are counted among; empty for everything. */
  query: string;
  scope: Scope;
  onFiltersChange: (filters: SearchFiltersInput) => void;
  /** Counting waits until the results are there. */
  isReady: boolean;
}

/** Unit: ms. */
const restMs = 150;

/** Facets that stand open from the beginning. */
const opened: ReadonlySet<Facet['filter']> = new Set<Facet['filter']>(['source', 'content_type', 'language', 'chunk_type']);

/** The values of each filter among what was found, with how many hits each keeps. */
export function FilterPanel({ query, scope, isReady, onFiltersChange }: FilterPanelProps): ReactNode {
  const input = { query, ...scope };
  // Counting costs as much as searching: it does not stand in the way of somebody who types on.
  const hasRested = useRested(JSON.stringify(input), restMs);
  const { data, error, refetch, isPlaceholderData } = useCall('search.facets', input, {
    enabled: isReady && hasRested,
    keepPrevious: true,
  });
  const facets = data?.facets.filter(({ values }) => values.length > 0) ?? [];
  const hasFilters = activeFilters(scope.filters).length > 0;
  // Stays the same function, so that the groups are drawn again only for other counts.
  const newest = useRef({ filters: scope.filters, onFiltersChange });
  useEffect(() => {
    newest.current = { filters: scope.filters, onFiltersChange };
  });
  const toggle = useCallback((filter: Facet['filter'], value: string) => {
    newest.current.onFiltersChange(toggleFilter(newest.current.filters, filter, value));
  }, []);
  return (
    <section className={styles.panel} aria-label="Filters" aria-busy={isPlaceholderData || !isReady}>
      <header className={styles.header}>
        <h2>Filters</h2>
        {hasFilters && (
          <Button variant="quiet" size="small" onClick={() => onFiltersChange({})}>
            Clear all
          </Button>
        )}
      </header>
      {error !== null && <ErrorState title="The filters cannot be counted" error={error} onRetry={() => void refetch()} />}
      {error === null && data === undefined && <Waiting />}
      {data !== undefined && facets.length === 0 && <p className={styles.nothing}>Nothing to filter.</p>}
      {facets.map((facet) => (
        <FacetGroup key={facet.filter} facet={facet} opensAtFirst={opened.has(facet.filter)} onToggle={toggle} />
      ))}
    </section>
  );
}
