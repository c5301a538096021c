import type { ReactNode } from 'react';
import type { SearchFiltersInput } from '../../../main/contract/search.ts';
import { useCommand } from '../../commands/use-command.ts';
import { Button } from '../../ui/button.tsx';
import { filterValues } from '../../router/filters.ts';
import { Chip } from '../../ui/chip.tsx';
import { plural } from '../../ui/format.ts';
import styles from './filter-chips.module.css';
import { valueTitle } from './filter-values.ts';
import { activeFilters, filterTitles, toggleFilter, withoutFilter } from './search-filters.ts';

interface FilterChipsProps {
  filters: SearchFiltersInput;
  onFiltersChange: (filters: SearchFiltersInput) => void;
}

/** The filters in force, each to be taken back. Nothing where there are none. */
export function FilterChips({ filters, onFiltersChange }: FilterChipsProps): ReactNode {
  const chunks = filterValues(filters, 'chunk_id').length;
  // Chunks of a part of the map are many: one chip for all of them.
  const active = activeFilters(filters).filter(({ name }) => name !== 'chunk_id');
  const clear = (): void => onFiltersChange({});
  useCommand('search.clear-filters', clear, active.length + chunks > 0);
  if (active.length + chunks === 0) return null;
  return (
    <ul className={styles.chips} aria-label="Filters in force">
      {active.map(({ name, value }) => (
        <li key={`${name} ${value}`}>
          <Chip
            name={filterTitles[name]}
            value={valueTitle(name, value)}
            onRemove={() => onFiltersChange(toggleFilter(filters, name, value))}
          />
        </li>
      ))}
      {chunks > 0 && (
        <li>
          <Chip
            name="Only"
            value={plural(chunks, 'chunk')}
            onRemove={() => onFiltersChange(withoutFilter(filters, 'chunk_id'))}
          />
        </li>
      )}
      <li>
        <Button variant="quiet" size="small" onClick={clear}>
          Clear all
        </Button>
      </li>
    </ul>
  );
}
