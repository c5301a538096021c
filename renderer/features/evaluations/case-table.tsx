import type { ReactNode } from 'react';
import type { CaseResult } from '../../../main/contract/evaluations.ts';
import type { EvaluationCase } from '../../../main/contract/marks.ts';
import { formatRoute } from '../../router/route.ts';
import { navigate } from '../../router/use-route.ts';
import { Badge } from '../../ui/badge.tsx';
import { formatScore } from '../../ui/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Switch } from '../../ui/switch.tsx';
import { Table, type TableColumn } from '../../ui/table.tsx';
import { useMedia } from '../../ui/use-media.ts';
import { changeOf, outcomeExplanation, outcomeTitle, outcomeTone } from './case-outcome.ts';
import styles from './case-table.module.css';

export interface CaseRow {
  item: EvaluationCase;
  /** Null before it was run. */
  result: CaseResult | null;
  /** Of the run before. */
  before: CaseResult | undefined;
}

interface CaseTableProps {
  rows: readonly CaseRow[];
  chosen: number | null;
  isWorstFirst: boolean;
  onWorstFirst: (isWorstFirst: boolean) => void;
  onRemove: (item: EvaluationCase) => void;
}

const wideWindow = '(min-width: 1000px)';

/** The cases, newest or worst first. */
export function CaseTable({ rows, chosen, isWorstFirst, onWorstFirst, onRemove }: CaseTableProps): ReactNode {
  const isWide = useMedia(wideWindow);
  const columns: TableColumn<CaseRow>[] = [
    { key: 'query', title: 'Query', render: (row) => <QueryCell row={row} /> },
    {
      key: 'outcome',
      title: 'Outcome',
      width: '150px',
      render: ({ result, before }) => <OutcomeCell result={result} before={before} />,
    },
    { key: 'ranks', title: 'Places', width: '96px', render: ({ result }) => ranksText(result) },
    ...(isWide
      ? ([
          {
            key: 'ndcg',
            title: 'nDCG',
            align: 'end',
            width: '72px',
            render: ({ item, result }) => (result === null || item.wanted.length === 0 ? '–' : formatScore(result.ndcg10)),
          },
          {
            key: 'saved',
            title: 'Saved',
            align: 'end',
            width: '120px',
            render: ({ item }) => <RelativeTime time={item.createdAt} />,
          },
        ] satisfies TableColumn<CaseRow>[])
      : []),
    {
      key: 'remove',
      title: <span className="visually-hidden">Remove</span>,
      align: 'end',
      width: '52px',
      render: ({ item }) => (
        <span role="presentation" onClick={(event) => event.stopPropagation()}>
          <IconButton icon="trash" size="small" label={`Remove the case “${item.query}”`} onClick={() => onRemove(item)} />
        </span>
      ),
    },
  ];
  return (
    <div className={styles.cases}>
      <div className={styles.tools}>
        <Switch label="What is not found first" checked={isWorstFirst} onCheckedChange={onWorstFirst} />
      </div>
      <Table<CaseRow>
        label="Evaluation cases"
        columns={columns}
        rows={rows}
        rowKey={({ item }) => item.id}
        isSelected={({ item }) => item.id === chosen}
        onRowPress={({ item }) => navigate({ screen: 'evaluations', id: item.id }, { replace: chosen !== null })}
      />
    </div>
  );
}

function QueryCell({ row: { item } }: { row: CaseRow }): ReactNode {
  const [first] = item.wanted;
  const more = item.wanted.length - 1;
  return (
    <span className={styles.two}>
      <a href={formatRoute({ screen: 'evaluations', id: item.id })} className={styles.query}>
        {item.query}
      </a>
      <span className={styles.small}>
        {first === undefined
          ? 'nothing should be found'
          : `${first.symbol ?? first.path} in ${first.source}${more > 0 ? ` and ${more} more` : ''}`}
      </span>
    </span>
  );
}

function OutcomeCell({ result, before }: Omit<CaseRow, 'item'>): ReactNode {
  if (result === null) return <span className={styles.muted}>not run yet</span>;
  const change = changeOf(result, before);
  return (
    <span className={styles.outcome}>
      <Badge tone={outcomeTone(result.outcome)} title={outcomeExplanation(result.outcome)}>
        {outcomeTitle(result.outcome)}
      </Badge>
      {change !== null && (
        <span className={styles.change} data-tone={change}>
          {change}
        </span>
      )}
    </span>
  );
}

function ranksText(result: CaseResult | null): string {
  if (result === null || result.wanted.length === 0) return '–';
  return result.wanted.map(({ rank }) => (rank === null ? '–' : String(rank))).join(', ');
}
