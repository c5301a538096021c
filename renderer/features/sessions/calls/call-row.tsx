import type { ReactNode } from 'react';
import type { SessionCall } from '../../../../main/contract/session-findings.ts';
import { Badge } from '../../../ui/badge.tsx';
import { formatNumber, plural } from '../../../ui/format.ts';
import { callSubject, outcomeTitle, outcomeTone, roleTitle } from '../words/outcome-text.ts';
import styles from './call-row.module.css';

/** A call in two lines, with its session where several are listed. */
export function CallRow({ call, sessionTitle }: { call: SessionCall; sessionTitle: string | null }): ReactNode {
  const { number, name, tool, server, role, outcome, isError, durationMs, resultCharacters, thread } = call;
  const facts = [
    sessionTitle ?? '',
    server === null ? roleTitle(role) : `${server}, ${roleTitle(role)}`,
    durationMs === null ? '' : durationText(durationMs),
    plural(resultCharacters, 'character'),
    thread === 'main' ? '' : `subagent ${thread}`,
  ];
  return (
    <div className={styles.row}>
      <span className={styles.line}>
        <span className={styles.number}>{formatNumber(number + 1)}</span>
        <code className={styles.tool} title={name}>
          {tool}
        </code>
        <span className={styles.subject}>{callSubject(call)}</span>
        {outcome === null ? (
          isError && <Badge tone="danger">error</Badge>
        ) : (
          <Badge tone={outcomeTone(outcome)}>{outcomeTitle(outcome)}</Badge>
        )}
      </span>
      <span className={styles.facts}>{facts.filter((fact) => fact !== '').join(' · ')}</span>
    </div>
  );
}

/** `80 ms` or `3.2 s`. */
export function durationText(milliseconds: number): string {
  return milliseconds < 1_000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1_000).toFixed(1)} s`;
}
