import type { ReactNode } from 'react';
import { useCommand } from '../../../commands/use-command.ts';
import type { SearchRoute } from '../../../router/route.ts';
import { navigate } from '../../../router/use-route.ts';
import { Button } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import styles from './filter-chips.module.css';
import { valueTitle } from './filter-values.ts';
import { activeFilters, filterTitles, toggleFilter } from './search-filters.ts';

/** The filters in force, each to be taken back. Nothing where there are none. */
export function FilterChips({ route }: { route: SearchRoute }): ReactNode {
  const active = activeFilters(route.filters);
  const clear = (): void => navigate({ ...route, filters: {} });
  useCommand('search.clear-filters', clear, active.length > 0);
  if (active.length === 0) return null;
  return (
    <ul className={styles.chips} aria-label="Filters in force">
      {active.map(({ name, value }) => (
        <li key={`${name} ${value}`}>
          <Chip
            name={filterTitles[name]}
            value={valueTitle(name, value)}
            onRemove={() => navigate({ ...route, filters: toggleFilter(route.filters, name, value) })}
          />
        </li>
      ))}
      <li>
        <Button variant="quiet" size="small" onClick={clear}>
          Clear all
        </Button>
      </li>
    </ul>
  );
}
