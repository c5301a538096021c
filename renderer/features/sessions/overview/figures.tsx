import type { ReactNode } from 'react';
import type { Metrics } from '../../../../main/contract/session-metrics.ts';
import { formatDuration, formatNumber, formatPercent, formatShortNumber, plural } from '../../../ui/format.ts';
import styles from './figures.module.css';

interface FiguresProps {
  sessions: number;
  metrics: Metrics;
  findings: number;
}

interface Figure {
  name: string;
  value: string;
  note: string;
}

/** The few numbers to begin with. */
export function Figures({ sessions, metrics, findings }: FiguresProps): ReactNode {
  return (
    <dl className={styles.figures} aria-label="At a glance">
      {figuresOf(sessions, metrics, findings).map(({ name, value, note }) => (
        <div key={name} className={styles.figure}>
          <dt>{name}</dt>
          <dd>
            {value}
            <span className={styles.note}>{note}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function figuresOf(
  sessions: number,
  { calls, hubCalls, rates, fallback, wastedTokens, resultTokens, latency, judged }: Metrics,
  findings: number,
): Figure[] {
  const { lowYield } = rates;
  return [
    {
      name: 'Questions to the hub',
      value: formatNumber(hubCalls),
      note: `of ${plural(calls, 'call')} in ${plural(sessions, 'session')}`,
    },
    {
      name: 'Low yield',
      value: lowYield.rate === null ? '–' : formatPercent(lowYield.rate),
      note: judged
        ? `${formatNumber(lowYield.count)} of ${formatNumber(lowYield.n)}`
        : `${formatNumber(lowYield.count)} of ${formatNumber(lowYield.n)}, too few to judge`,
    },
    { name: 'Findings', value: formatNumber(findings), note: 'open, observations left out' },
    {
      name: 'Looked by itself',
      value: plural(fallback.calls, 'call'),
      note: `${formatShortNumber(fallback.tokens)} tokens, ${formatDuration(fallback.seconds)}`,
    },
    {
      name: 'Wasted answers',
      value: resultTokens === 0 ? '–' : formatPercent(wastedTokens / resultTokens),
      note: `${formatShortNumber(wastedTokens)} of ${formatShortNumber(resultTokens)} tokens`,
    },
    {
      name: 'Answered within',
      value: latency === null ? '–' : milliseconds(latency.p50),
      note:
        latency === null ? 'no times recorded' : `half of ${formatNumber(latency.n)}; 95% within ${milliseconds(latency.p95)}`,
    },
  ];
}

function milliseconds(value: number): string {
  return value < 1_000 ? `${Math.round(value)} ms` : `${(value / 1_000).toFixed(1)} s`;
}
