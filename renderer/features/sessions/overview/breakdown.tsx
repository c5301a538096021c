import type { ReactNode } from 'react';
import type { Metrics, Rate } from '../../../../main/contract/session-metrics.ts';
import { formatNumber } from '../../../ui/format.ts';
import { Table, type TableColumn } from '../../../ui/table.tsx';
import { rateCount, rateText } from '../words/rate-text.ts';
import styles from './breakdown.module.css';

interface Line {
  name: string;
  calls: number;
  rates: Metrics['rates'];
}

const kindTitles: Record<Metrics['byKind'][number]['kind'], string> = {
  symbol: 'names of the code',
  words: 'a few words',
  question: 'questions in sentences',
  direct: 'pages and files by name',
  none: 'no query',
};

/** The same rates by tool and by kind of query, and whether the hub is forgotten once files are changed. */
export function Breakdown({ metrics: { byTool, byKind, phases } }: { metrics: Metrics }): ReactNode {
  return (
    <>
      <section aria-label="Before and after the first edit">
        <h3>Share of the hub among all that looks something up</h3>
        <p className={styles.phases}>
          <Share title="before the first edit" rate={phases.beforeEdit} />
          <Share title="after it" rate={phases.afterEdit} />
          {phases.split && <strong>Asked before, forgotten after.</strong>}
        </p>
      </section>
      <div className={styles.tables}>
        <section aria-label="By tool">
          <h3>By tool</h3>
          <Lines label="Rates by tool" first="Tool" lines={byTool.map(({ tool, ...rest }) => ({ name: tool, ...rest }))} />
        </section>
        <section aria-label="By kind of query">
          <h3>By kind of query</h3>
          <Lines
            label="Rates by kind of query"
            first="Query"
            lines={byKind.map(({ kind, ...rest }) => ({ name: kindTitles[kind], ...rest }))}
          />
        </section>
      </div>
    </>
  );
}

function Share({ title, rate }: { title: string; rate: Rate }): ReactNode {
  return (
    <span>
      {title} <strong>{rateText(rate)}</strong> <span className={styles.muted}>({rateCount(rate)})</span>
    </span>
  );
}

function Lines({ label, first, lines }: { label: string; first: string; lines: readonly Line[] }): ReactNode {
  const rate = (key: keyof Metrics['rates'], title: string): TableColumn<Line> => ({
    key,
    title,
    align: 'end',
    width: '76px',
    render: ({ rates }) => <span title={rateCount(rates[key])}>{rateText(rates[key])}</span>,
  });
  return (
    <Table<Line>
      label={label}
      rows={lines}
      rowKey={({ name }) => name}
      columns={[
        { key: 'name', title: first, render: ({ name }) => name },
        { key: 'calls', title: 'Calls', align: 'end', width: '64px', render: ({ calls }) => formatNumber(calls) },
        rate('zeroHit', 'No hit'),
        rate('lowYield', 'Low yield'),
        rate('use', 'Used'),
      ]}
    />
  );
}
