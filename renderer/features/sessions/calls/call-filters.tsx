import { useRef, type ReactNode } from 'react';
import { callRoles, hubOutcomes, type CallRole, type HubOutcome } from '../../../../main/contract/session-vocabulary.ts';
import { useCommand } from '../../../commands/use-command.ts';
import { useCall } from '../../../rpc-client/use-call.ts';
import { Button } from '../../../ui/button.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { Menu, type MenuEntry } from '../../../ui/menu.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { selectionOf } from '../selection.ts';
import { outcomeTitle, roleTitle } from '../words/outcome-text.ts';
import styles from './call-filters.module.css';

export interface CallFiltersValue {
  role: 'any' | CallRole;
  tools: readonly string[];
  outcomes: readonly HubOutcome[];
  text: string;
}

export const noCallFilters: CallFiltersValue = { role: 'any', tools: [], outcomes: [], text: '' };

/** Tools that are offered; the most used ones. */
const mostTools = 40;

/** What the filters ask of the service. */
export function inputOfFilters({ role, tools, outcomes, text }: CallFiltersValue): {
  roles?: CallRole[];
  tools?: string[];
  outcomes?: HubOutcome[];
  text?: string;
} {
  return {
    ...(role === 'any' ? {} : { roles: [role] }),
    ...(tools.length === 0 ? {} : { tools: [...tools] }),
    ...(outcomes.length === 0 ? {} : { outcomes: [...outcomes] }),
    ...(text.trim() === '' ? {} : { text: text.trim() }),
  };
}

export function isFiltered(value: CallFiltersValue): boolean {
  return Object.keys(inputOfFilters(value)).length > 0;
}

interface CallFiltersProps {
  session: string | null;
  value: CallFiltersValue;
  onChange: (value: CallFiltersValue) => void;
}

/** Which calls are listed. */
export function CallFilters({ session, value, onChange }: CallFiltersProps): ReactNode {
  const field = useRef<HTMLInputElement>(null);
  useCommand('search.focus', () => field.current?.focus());
  const { data } = useCall('sessions.calls', { ...selectionOf(session), limit: 1 });
  const tools = (data?.tools ?? []).toSorted((a, b) => b.count - a.count).slice(0, mostTools);
  const change = (part: Partial<CallFiltersValue>): void => onChange({ ...value, ...part });
  return (
    <div className={styles.filters}>
      <TextField
        ref={field}
        label="Search calls"
        hidesLabel
        type="search"
        icon="search"
        placeholder="In arguments and results"
        className={styles.text}
        value={value.text}
        maxLength={1_000}
        onValueChange={(text) => change({ text })}
      />
      <Select
        label="Kind of call"
        hidesLabel
        size="small"
        value={value.role}
        options={[{ value: 'any', title: 'All calls' }, ...callRoles.map((role) => ({ value: role, title: roleTitle(role) }))]}
        onValueChange={(role) => change({ role })}
      />
      <Choice
        title="Tool"
        chosen={value.tools}
        options={tools.map(({ name, count }) => ({ value: name, title: name, note: formatNumber(count) }))}
        onChange={(next) => change({ tools: next })}
      />
      <Choice
        title="Outcome"
        chosen={value.outcomes}
        options={hubOutcomes.map((outcome) => ({ value: outcome, title: outcomeTitle(outcome) }))}
        onChange={(next) => change({ outcomes: next })}
      />
      {isFiltered(value) && (
        <Button size="small" variant="quiet" icon="close" onClick={() => onChange(noCallFilters)}>
          Clear
        </Button>
      )}
    </div>
  );
}

interface ChoiceProps<Value extends string> {
  title: string;
  chosen: readonly Value[];
  options: readonly { value: Value; title: string; note?: string }[];
  onChange: (chosen: readonly Value[]) => void;
}

/** Any of several, in a menu. */
function Choice<Value extends string>({ title, chosen, options, onChange }: ChoiceProps<Value>): ReactNode {
  const entries: MenuEntry[] = options.map(({ value, title: name, note }) => ({
    title: name,
    ...(note === undefined ? {} : { note }),
    isChecked: chosen.includes(value),
    onSelect: () => onChange(chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value]),
  }));
  return (
    <Menu
      trigger={
        <Button size="small" icon="filter">
          {title}
          {chosen.length > 0 && ` (${chosen.length})`}
        </Button>
      }
      entries={entries.length === 0 ? [{ kind: 'title', title: 'Nothing to choose from' }] : entries}
    />
  );
}
