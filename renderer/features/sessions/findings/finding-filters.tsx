import { useRef, type ReactNode } from 'react';
import { certainties } from '../../../../main/contract/session-vocabulary.ts';
import { useCommand } from '../../../commands/use-command.ts';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import type { FindingFiltersValue } from './finding-filters-state.ts';
import styles from './finding-filters.module.css';

interface FindingFiltersProps {
  value: FindingFiltersValue;
  onChange: (value: FindingFiltersValue) => void;
}

/** How the findings are grouped, and which of them are shown. */
export function FindingFilters({ value, onChange }: FindingFiltersProps): ReactNode {
  const field = useRef<HTMLInputElement>(null);
  useCommand('search.focus', () => field.current?.focus());
  const change = (part: Partial<FindingFiltersValue>): void => onChange({ ...value, ...part });
  return (
    <div className={styles.filters}>
      <Select
        label="Group by"
        hidesLabel
        size="small"
        value={value.grouping}
        options={[
          { value: 'pattern', title: 'By pattern' },
          { value: 'symbol', title: 'By missed symbol' },
        ]}
        onValueChange={(grouping) => change({ grouping })}
      />
      <Select
        label="State"
        hidesLabel
        size="small"
        value={value.state}
        options={
          value.grouping === 'symbol'
            ? [
                { value: 'open', title: 'Open' },
                { value: 'all', title: 'Open and fixed' },
              ]
            : [
                { value: 'open', title: 'Open' },
                { value: 'fixed', title: 'Fixed' },
                { value: 'all', title: 'Open and fixed' },
              ]
        }
        onValueChange={(state) => change({ state })}
      />
      {value.grouping === 'pattern' && (
        <Select
          label="Certainty"
          hidesLabel
          size="small"
          value={value.certainty}
          options={[{ value: 'any', title: 'However certain' }, ...certainties.map((each) => ({ value: each, title: each }))]}
          onValueChange={(certainty) => change({ certainty })}
        />
      )}
      <TextField
        ref={field}
        label="Search findings"
        hidesLabel
        type="search"
        icon="search"
        placeholder={value.grouping === 'symbol' ? 'Symbol' : 'Query, symbol or path'}
        className={styles.text}
        value={value.text}
        onValueChange={(text) => change({ text })}
      />
    </div>
  );
}
