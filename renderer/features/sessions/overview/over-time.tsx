import type { ReactNode } from 'react';
import type { OutputOf } from '../../../../main/contract/procedure.ts';
import type { HubContract } from '../../../../main/contract/hub-contract.ts';
import { hubOutcomes } from '../../../../main/contract/session-vocabulary.ts';
import { formatNumber, plural } from '../../../ui/format.ts';
import { outcomeGrade, type OutcomeGrade } from '../words/outcome-text.ts';
import { gradeStack } from './grade-stack.ts';
import styles from './over-time.module.css';
import { useWidth } from './use-width.ts';

type Days = OutputOf<HubContract['sessions.overview']>['overTime'];

const height = 72;
const widestBar = 28;

/** Calls of the hub day by day, by how they went. */
export function OverTime({ days }: { days: Days }): ReactNode {
  const { ref, width } = useWidth<HTMLDivElement>();
  const bars = days.map(({ day, metrics }) => ({ day, hubCalls: metrics.hubCalls, grades: gradesOf(metrics.outcomes) }));
  const most = Math.max(1, ...bars.map(({ hubCalls }) => hubCalls));
  const step = Math.min(widestBar, width / Math.max(1, bars.length));
  if (bars.length === 0) return <p className={styles.note}>None of the sessions records a time.</p>;
  const words = `${plural(bars.length, 'day')} from ${bars[0]!.day} to ${bars.at(-1)!.day}, at most ${plural(most, 'call')} of the hub a day, ${formatNumber(
    bars.reduce((sum, { grades }) => sum + grades.failed, 0),
  )} of all failed.`;
  return (
    <div ref={ref} className={styles.chart}>
      {width > 0 && (
        <svg width={width} height={height} role="img" aria-label={words}>
          {bars.map(({ day, hubCalls, grades }, index) => (
            <g key={day}>
              {gradeStack(grades, height / most, height).map(({ grade, y, height: part }) => (
                <rect
                  key={grade}
                  className={styles.bar}
                  data-grade={grade}
                  x={index * step}
                  y={y}
                  width={Math.max(1, step - 2)}
                  height={part}
                />
              ))}
              <rect className={styles.target} x={index * step} y={0} width={step} height={height}>
                <title>{`${day}: ${plural(hubCalls, 'call')} of the hub, ${formatNumber(grades.failed)} failed, ${formatNumber(grades.weak)} weak`}</title>
              </rect>
            </g>
          ))}
        </svg>
      )}
      <p className={styles.note}>{words}</p>
    </div>
  );
}

function gradesOf(outcomes: Readonly<Record<string, number>>): Record<OutcomeGrade, number> {
  const grades: Record<OutcomeGrade, number> = { ok: 0, weak: 0, failed: 0, none: 0 };
  for (const outcome of hubOutcomes) grades[outcomeGrade(outcome)] += outcomes[outcome] ?? 0;
  return grades;
}
