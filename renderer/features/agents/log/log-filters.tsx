import type { ReactNode } from 'react';
import type { McpCallFilter, McpOutcome } from '../../../../main/contract/mcp.ts';
import { formatNumber } from '../../../ui/format.ts';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { outcomeWords } from '../call-words.ts';
import styles from './log-filters.module.css';
import type { CallLog } from './use-call-log.ts';

interface LogFiltersProps {
  filter: McpCallFilter;
  values: CallLog['values'];
  onFilterChange: (filter: McpCallFilter) => void;
}

/** No client and no tool has this name. */
const all = '';

const none: readonly Counted[] = [];

interface Counted {
  value: string;
  count: number;
}

/** Which calls are shown. */
export function LogFilters({ filter, values, onFilterChange }: LogFiltersProps): ReactNode {
  const choose = (name: keyof McpCallFilter, value: string): void => {
    const { [name]: _, ...rest } = filter;
    onFilterChange(value === all ? rest : { ...rest, [name]: value });
  };
  return (
    <div className={styles.filters}>
      <TextField
        label="Search the arguments"
        hidesLabel
        type="search"
        icon="search"
        placeholder="Text in the arguments"
        value={filter.contains ?? ''}
        onValueChange={(value) => choose('contains', value)}
        className={styles.text}
      />
      <Choice name="tool" title="All tools" filter={filter} counted={values?.tools} onChoose={choose} />
      <Choice name="client" title="All clients" filter={filter} counted={values?.clients} onChoose={choose} />
      <Choice name="project" title="All projects" filter={filter} counted={values?.projects} onChoose={choose} />
      <Choice
        name="outcome"
        title="All outcomes"
        filter={filter}
        counted={values?.outcomes}
        titleOf={(value) => outcomeWords[value as McpOutcome].title}
        onChoose={choose}
      />
    </div>
  );
}

interface ChoiceProps {
  name: 'tool' | 'client' | 'project' | 'outcome';
  title: string;
  filter: McpCallFilter;
  counted: readonly Counted[] | undefined;
  titleOf?: (value: string) => string;
  onChoose: (name: keyof McpCallFilter, value: string) => void;
}

function Choice({ name, title, filter, counted, titleOf, onChoose }: ChoiceProps): ReactNode {
  const chosen = filter[name] ?? all;
  const present = counted ?? none;
  // What is chosen stays to be seen when its last call is gone.
  const known =
    chosen === all || present.some(({ value }) => value === chosen) ? present : [{ value: chosen, count: 0 }, ...present];
  if (known.length < 2 && chosen === all) return null;
  return (
    <Select
      label={title}
      hidesLabel
      size="small"
      value={chosen}
      options={[
        { value: all, title },
        ...known.map(({ value, count }) => ({ value, title: titleOf?.(value) ?? value, note: formatNumber(count) })),
      ]}
      onValueChange={(value) => onChoose(name, value)}
    />
  );
}
