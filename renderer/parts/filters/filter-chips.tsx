import type { ReactNode } from 'react';
import type { SearchFiltersInput } from '../../../main/contract/search.ts';
import { useCommand } from '../../commands/use-command.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import styles from './filter-chips.module.css';
import { valueTitle } from './filter-values.ts';
import { activeFilters, filterTitles, toggleFilter } from './search-filters.ts';

interface FilterChipsProps {
  filters: SearchFiltersInput;
  onFiltersChange: (filters: SearchFiltersInput) => void;
}

/** The filters in force, each to be taken back. Nothing where there are none. */
export function FilterChips({ filters, onFiltersChange }: FilterChipsProps): ReactNode {
  const active = activeFilters(filters);
  const clear = (): void => onFiltersChange({});
  useCommand('search.clear-filters', clear, active.length > 0);
  if (active.length === 0) return null;
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
      <li>
        <Button variant="quiet" size="small" onClick={clear}>
          Clear all
        </Button>
      </li>
    </ul>
  );
}
