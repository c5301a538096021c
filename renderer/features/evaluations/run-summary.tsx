import type { ReactNode } from 'react';
import type { CaseReport } from '../../../main/contract/evaluations.ts';
import { formatPercent, formatScore, plural } from '../../ui/format.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import styles from './run-summary.module.css';

interface RunSummaryProps {
  report: CaseReport;
  before: CaseReport | null;
}

interface Figure {
  name: string;
  explanation: string;
  value: string;
  change: number | null;
}

/** The averages of a run, and how they moved since the one before. */
export function RunSummary({ report, before }: RunSummaryProps): ReactNode {
  const { averages, fallback, endedAt, latencyMs } = report;
  return (
    <section className={styles.summary} aria-label="Last run">
      {averages === null ? (
        <p>None of the cases names something that should be found, so there is nothing to rank.</p>
      ) : (
        <dl className={styles.figures}>
          {figuresOf(averages, before?.averages ?? null).map(({ name, explanation, value, change }) => (
            <div key={name} className={styles.figure} title={explanation}>
              <dt>{name}</dt>
              <dd>
                {value}
                {change !== null && Math.abs(change) >= 0.005 && (
                  <span className={styles.change} data-tone={change > 0 ? 'better' : 'worse'}>
                    {change > 0 ? '+' : '−'}
                    {formatScore(Math.abs(change))}
                  </span>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <p className={styles.note}>
        {fallback !== null && <strong>{fallback} </strong>}
        Run <RelativeTime time={endedAt} /> over {plural(report.cases.length, 'case')}, half of them answered within{' '}
        {Math.max(1, Math.round(latencyMs.p50))} ms; the first {report.depth} results are looked at, a file counts as found
        whichever part of it is.
      </p>
    </section>
  );
}

function figuresOf(
  { cases, found, ndcg10, mrr10, recall5, success1 }: NonNullable<CaseReport['averages']>,
  before: CaseReport['averages'],
): Figure[] {
  const score = (name: string, explanation: string, value: number, earlier: number | undefined): Figure => ({
    name,
    explanation,
    value: formatScore(value),
    change: earlier === undefined ? null : value - earlier,
  });
  const share = found / cases;
  return [
    {
      name: 'Found',
      explanation: 'Cases of which everything wanted is among the first ten',
      value: `${found} of ${cases} (${formatPercent(share)})`,
      change: before === null ? null : share - before.found / before.cases,
    },
    score('nDCG@10', 'How high what is wanted stands, 1 = all of it at the top', ndcg10, before?.ndcg10),
    score('MRR@10', 'One divided by the place of the first wanted result', mrr10, before?.mrr10),
    score('Recall@5', 'Share of what is wanted among the first five', recall5, before?.recall5),
    score('First place', 'Share of cases whose first result is a wanted one', success1, before?.success1),
  ];
}
