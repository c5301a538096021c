import type { ReactNode } from 'react';
import type { Metrics, Rate } from '../../../../main/contract/session-metrics.ts';
import { rateNames, type RateName } from '../../../../main/contract/session-vocabulary.ts';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { formatPercent } from '../../../ui/format.ts';
import { Table, type TableColumn } from '../../../ui/table.tsx';
import { rateCount, rateText, rateWords } from '../words/rate-text.ts';
import styles from './rate-table.module.css';

interface RateTableProps {
  hub: string;
  metrics: Metrics;
  others: readonly { server: string; metrics: Metrics }[];
}

const gradeTones: Record<NonNullable<Rate['grade']>, BadgeTone> = { good: 'success', fair: 'warning', poor: 'danger' };

/** Each rate with what it was counted over and what it is where nothing failed; other servers beside it. */
export function RateTable({ hub, metrics, others }: RateTableProps): ReactNode {
  const columns: TableColumn<RateName>[] = [
    { key: 'name', title: 'Rate', render: (name) => <NameCell name={name} /> },
    {
      key: 'hub',
      title: hub,
      width: '212px',
      render: (name) => <RateCell rate={metrics.rates[name]} of={rateWords(name).of} />,
    },
    {
      key: 'noise',
      title: (
        <span title="The same rate in public sessions where nothing failed: below it, nothing can be concluded">Noise floor</span>
      ),
      width: '88px',
      align: 'end',
      render: (name) => noiseText(metrics.rates[name]),
    },
    { key: 'grade', title: 'Verdict', width: '96px', render: (name) => <GradeCell rate={metrics.rates[name]} /> },
    ...others.map((other): TableColumn<RateName> => ({
      key: `other ${other.server}`,
      title: <span title={other.server}>{other.server}</span>,
      width: '120px',
      align: 'end',
      render: (name) => (
        <span title={rateCount(other.metrics.rates[name])}>
          {rateText(other.metrics.rates[name])} <span className={styles.count}>of {other.metrics.rates[name].n}</span>
        </span>
      ),
    })),
  ];
  return <Table<RateName> label="Rates" columns={columns} rows={rateNames} rowKey={(name) => name} />;
}

function NameCell({ name }: { name: RateName }): ReactNode {
  const { title, explanation } = rateWords(name);
  return (
    <span className={styles.name} title={explanation}>
      <span>{title}</span>
      <span className={styles.explanation}>{explanation}</span>
    </span>
  );
}

/** A rate as a number, a length with the noise floor marked on it, and its count. */
function RateCell({ rate, of }: { rate: Rate; of: string }): ReactNode {
  return (
    <span className={styles.rate} title={`${rateCount(rate)} ${of}`}>
      <span className={styles.value}>{rateText(rate)}</span>
      <span className={styles.track}>
        <span className={styles.bar} style={{ width: `${Math.min(1, rate.rate ?? 0) * 100}%` }} />
        {rate.noise !== null && <span className={styles.noise} style={{ left: `${Math.min(1, rate.noise) * 100}%` }} />}
      </span>
      <span className={styles.count}>{rateCount(rate)}</span>
    </span>
  );
}

function noiseText({ noise }: Rate): string {
  return noise === null ? '–' : formatPercent(noise);
}

function GradeCell({ rate: { grade, n } }: { rate: Rate }): ReactNode {
  if (grade !== null) return <Badge tone={gradeTones[grade]}>{grade}</Badge>;
  return <span className={styles.count}>{n === 0 ? '–' : n < 20 ? 'too few' : 'no norm'}</span>;
}
