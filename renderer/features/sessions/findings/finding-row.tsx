import type { ReactNode } from 'react';
import type { Finding } from '../../../../main/contract/session-findings.ts';
import { Badge } from '../../../ui/badge.tsx';
import { formatDuration, formatShortNumber, plural } from '../../../ui/format.ts';
import { certaintyTone } from '../words/pattern-text.ts';
import styles from './finding-row.module.css';

/** A finding in two lines: what was asked, and what it cost. */
export function FindingRow({
  finding: { query, certainty, tool, cost, fixed, caseId, wanted },
}: {
  finding: Finding;
}): ReactNode {
  return (
    <div className={styles.row}>
      <span className={styles.line}>
        <span className={styles.query} title={query}>
          {query === '' ? (wanted?.path ?? 'no query') : query}
        </span>
        {fixed !== null && <Badge tone="success">fixed</Badge>}
        {caseId !== null && <Badge>case</Badge>}
        <Badge tone={certaintyTone(certainty)}>{certainty}</Badge>
      </span>
      <span className={styles.facts}>{[tool ?? '', costText(cost)].filter((part) => part !== '').join(' · ')}</span>
    </div>
  );
}

/** `4 calls, 12 s, 3K tokens`. */
export function costText({ calls, seconds, tokens }: Finding['cost']): string {
  return [
    plural(calls, 'call'),
    seconds === null ? '' : formatDuration(seconds),
    tokens === 0 ? '' : `${formatShortNumber(tokens)} tokens`,
  ]
    .filter((part) => part !== '')
    .join(', ');
}
