import type { ReactNode } from 'react';
import type { SessionCall } from '../../../../main/contract/session-findings.ts';
import type { ConversationItem } from '../../../../main/contract/sessions.ts';
import { Badge } from '../../../ui/badge.tsx';
import { formatNumber, plural } from '../../../ui/format.ts';
import { argumentsText, outcomeTitle, outcomeTone } from '../words/outcome-text.ts';
import { durationText } from './call-row.tsx';
import styles from './conversation-row.module.css';

interface ConversationRowProps {
  item: ConversationItem;
  /** Read whole, as far as it is kept. */
  isOpen: boolean;
  /** The call that was asked for. */
  isTarget: boolean;
}

const kindTitles = {
  said: '',
  summary: 'summary of what came before',
  wrapper: 'added by the agent’s program',
  error: 'error',
} as const;
const clock = new Intl.DateTimeFormat('en', { timeStyle: 'medium' });

/** One thing said, or one call with its result. */
export function ConversationRow({ item: { message, call, at, thread }, isOpen, isTarget }: ConversationRowProps): ReactNode {
  const time = at === null ? '' : clock.format(at);
  const where = thread === 'main' ? '' : `subagent ${thread}`;
  if (call !== null) return <Call call={call} time={time} where={where} isOpen={isOpen} isTarget={isTarget} />;
  if (message === null) return <div className={styles.row} />;
  const { role, kind, text, characters } = message;
  return (
    <div className={styles.row} data-role={role} data-kind={kind}>
      <span className={styles.head}>
        <strong>{role === 'user' ? 'User' : 'Agent'}</strong>
        {[kindTitles[kind], where, time].filter((part) => part !== '').join(' · ')}
      </span>
      <span className={styles.text} data-open={isOpen || undefined}>
        {text}
      </span>
      {characters > text.length && <span className={styles.head}>of {formatNumber(characters)} characters in all</span>}
    </div>
  );
}

interface CallProps {
  call: SessionCall;
  time: string;
  where: string;
  isOpen: boolean;
  isTarget: boolean;
}

function Call({ call, time, where, isOpen, isTarget }: CallProps): ReactNode {
  const { number, name, outcome, outcomeReason, isError, result, resultCharacters, durationMs } = call;
  return (
    <div className={styles.row} data-role="call" data-target={isTarget || undefined}>
      <span className={styles.head}>
        <code className={styles.name}>{name}</code>
        {outcome !== null && (
          <Badge tone={outcomeTone(outcome)} {...(outcomeReason === null ? {} : { title: outcomeReason })}>
            {outcomeTitle(outcome)}
          </Badge>
        )}
        {outcome === null && isError && <Badge tone="danger">error</Badge>}
        {[`call ${formatNumber(number + 1)}`, where, durationMs === null ? '' : durationText(durationMs), time]
          .filter((part) => part !== '')
          .join(' · ')}
      </span>
      <code className={styles.code} data-open={isOpen || undefined}>
        {argumentsText(call.arguments)}
      </code>
      {result !== '' && (
        <code className={styles.result} data-open={isOpen || undefined}>
          {result}
        </code>
      )}
      {resultCharacters > result.length && <span className={styles.head}>result of {plural(resultCharacters, 'character')}</span>}
    </div>
  );
}
