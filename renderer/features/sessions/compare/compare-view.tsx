import { useState, type ReactNode } from 'react';
import type { HubContract } from '../../../../main/contract/hub-contract.ts';
import type { OutputOf } from '../../../../main/contract/procedure.ts';
import { rateNames } from '../../../../main/contract/session-vocabulary.ts';
import { useCall } from '../../../rpc-client/use-call.ts';
import { Badge } from '../../../ui/badge.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { plural } from '../../../ui/format.ts';
import { Select } from '../../../ui/select.tsx';
import { Table } from '../../../ui/table.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { sessionTime, sessionTitle } from '../list/session-text.ts';
import { rateCount, rateText, rateWords } from '../words/rate-text.ts';
import { WaitingInWords } from '../../../ui/waiting.tsx';
import { aroundDay, twoSessions, type CompareInput } from './compare-sides.ts';
import styles from './compare-view.module.css';

type Comparison = OutputOf<HubContract['sessions.compare']>;

/** Sessions that can be chosen; of more, a day serves better. */
const mostSessions = 500;

/** Two sessions, or all sessions before and after a day. */
export function CompareView({ session }: { session: string | null }): ReactNode {
  const [kind, setKind] = useState<'sessions' | 'day'>(session === null ? 'day' : 'sessions');
  const [left, setLeft] = useState<string | null>(null);
  const [right, setRight] = useState<string | null>(session);
  const [day, setDay] = useState('');
  const { data: list } = useCall('sessions.list', { limit: mostSessions });
  const sessions = list?.sessions ?? [];
  const options = sessions.map((each) => ({ value: each.key, title: sessionTitle(each).slice(0, 60), note: sessionTime(each) }));
  const input = kind === 'sessions' ? twoSessions(left, right) : aroundDay(day);
  return (
    <div className={styles.view}>
      <header className={styles.tools}>
        <Select
          label="Compare"
          value={kind}
          options={[
            { value: 'day', title: 'Before and after a day' },
            { value: 'sessions', title: 'Two sessions' },
          ]}
          onValueChange={setKind}
        />
        {kind === 'day' ? (
          <TextField label="Day" type="date" value={day} onValueChange={setDay} />
        ) : (
          <>
            <SidePicker label="First session" value={left} options={options} onChange={setLeft} />
            <SidePicker label="Second session" value={right} options={options} onChange={setRight} />
          </>
        )}
      </header>
      {input === null ? (
        <EmptyState icon="columns" title={kind === 'day' ? 'Choose a day' : 'Choose two sessions'}>
          {kind === 'day'
            ? 'For example the day on which a source was added or the ranking was changed: what was asked before it is compared with what was asked from it on.'
            : 'For example the same task with the hub and without it.'}
        </EmptyState>
      ) : (
        <Result input={input} titles={kind === 'day' ? [`Before ${day}`, `From ${day} on`] : ['First', 'Second']} />
      )}
    </div>
  );
}

interface SidePickerProps {
  label: string;
  value: string | null;
  options: readonly { value: string; title: string; note: string }[];
  onChange: (session: string) => void;
}

function SidePicker({ label, value, options, onChange }: SidePickerProps): ReactNode {
  return (
    <Select
      label={label}
      value={value ?? ''}
      options={value === null ? [{ value: '', title: 'Choose…' }, ...options] : options}
      onValueChange={(next) => next !== '' && onChange(next)}
    />
  );
}

function Result({ input, titles }: { input: CompareInput; titles: readonly [string, string] }): ReactNode {
  const { data, error, refetch } = useCall('sessions.compare', input, { keepPrevious: true });
  if (error !== null && data === undefined)
    return <ErrorState title="They cannot be compared" error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <WaitingInWords label="Comparing" />;
  const sides = [data.left, data.right].map(
    ({ sessions, metrics }) => `${plural(sessions, 'session')}, ${plural(metrics.hubCalls, 'question')}`,
  );
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys
    <div className={styles.result} tabIndex={0} role="region" aria-label="Comparison">
      <p className={styles.sides}>
        <strong>{titles[0]}</strong> {sides[0]}; <strong>{titles[1]}</strong> {sides[1]}
      </p>
      <Table<Comparison['differences'][number]>
        label="Differences"
        rows={data.differences}
        rowKey={({ name }) => name}
        columns={[
          { key: 'name', title: 'Rate', render: ({ name }) => <span className={styles.name}>{titleOf(name)}</span> },
          { key: 'left', title: titles[0], width: '150px', align: 'end', render: ({ left }) => <Cell rate={left} /> },
          { key: 'right', title: titles[1], width: '172px', align: 'end', render: ({ right }) => <Cell rate={right} /> },
          {
            key: 'better',
            title: 'Change',
            width: '240px',
            render: ({ better, reason }) => (
              <span className={styles.change} title={reason}>
                {better !== null && <Badge tone={better ? 'success' : 'danger'}>{better ? 'better' : 'worse'}</Badge>}
                <span className={styles.reason}>{reason}</span>
              </span>
            ),
          },
        ]}
      />
    </div>
  );
}

function Cell({ rate }: { rate: Comparison['differences'][number]['left'] }): ReactNode {
  return (
    <span>
      {rateText(rate)} <span className={styles.count}>{rateCount(rate)}</span>
    </span>
  );
}

function titleOf(name: string): string {
  const known = rateNames.find((each) => each === name);
  return known === undefined ? name : rateWords(known).title;
}
