import type { ReactNode } from 'react';
import type { McpCall } from '../../../../main/contract/mcp.ts';
import { Badge } from '../../../ui/badge.tsx';
import { formatDateTime, formatNumber, plural } from '../../../ui/format.ts';
import { outcomeWords, shortArguments } from '../call-words.ts';
import styles from './call-row.module.css';

const clock = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' });

/** One call: when, who, what was asked, and what became of it. */
export function CallRow({ call }: { call: McpCall }): ReactNode {
  const { title, tone, meaning } = outcomeWords[call.outcome];
  return (
    <div className={styles.row}>
      <time className={styles.time} dateTime={call.calledAt} title={formatDateTime(call.calledAt)}>
        {clock.format(new Date(call.calledAt))}
      </time>
      <div className={styles.what}>
        <span className={styles.first}>
          <strong>{call.tool}</strong> <span className={styles.arguments}>{shortArguments(call)}</span>
        </span>
        <span className={styles.second}>
          {call.client ?? 'unnamed client'}
          {call.hits !== null && ` · ${plural(call.hits, 'hit')}`}
          {call.lowConfidence === true && ' · low confidence'}
          {` · ${plural(call.tokens, 'token')} · ${formatNumber(Math.max(1, call.elapsedMs))} ms`}
        </span>
      </div>
      <Badge tone={tone} title={meaning}>
        {title}
      </Badge>
    </div>
  );
}
