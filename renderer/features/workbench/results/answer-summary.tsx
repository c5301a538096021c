import type { ReactNode } from 'react';
import type { SearchAnswer } from '../../../../main/contract/search.ts';
import { formatRoute, type SearchRoute } from '../../../router/route.ts';
import { useCall } from '../../../rpc-client/use-call.ts';
import { formatNumber, formatScore, plural } from '../../../ui/format.ts';
import { Icon } from '../../../ui/icon.tsx';
import { modeTitles } from '../../../parts/filters/search-scope.ts';
import styles from './answer-summary.module.css';

/** How good an answer is and what to ask next. */
export function AnswerSummary({ route, answer }: { route: SearchRoute; answer: SearchAnswer }): ReactNode {
  const { total, elapsedMs, confidence, lowConfidence, confidenceReason, notFound, followUps, advice, fallback } = answer;
  return (
    <div className={styles.summary}>
      <p className={styles.line}>
        <span role="status">
          <strong>{plural(total, 'result')}</strong>
        </span>
        <span className={styles.muted}>{formatNumber(Math.max(1, Math.round(elapsedMs)))} ms</span>
      </p>
      <p className={styles.confidence} data-low={lowConfidence || undefined}>
        Confidence {formatScore(confidence)}
        <span className={styles.reason}> · {confidenceReason}</span>
      </p>
      {fallback !== null && <Fallback answer={answer} />}
      {lowConfidence &&
        advice.map((text) => (
          <p key={text} className={styles.warning}>
            <Icon name="alert" size={14} />
            <span>{text}</span>
          </p>
        ))}
      {notFound.length > 0 && (
        <p className={styles.words}>
          <span className={styles.muted}>Not in the best hits:</span>
          {notFound.map((word) => (
            <s key={word}>{word}</s>
          ))}
        </p>
      )}
      {followUps.length > 0 && (
        <p className={styles.words}>
          <span className={styles.muted}>Ask next:</span>
          {followUps.map((text) => (
            <a key={text} href={formatRoute({ ...route, query: text, hit: null })}>
              {text}
            </a>
          ))}
        </p>
      )}
    </div>
  );
}

function Fallback({ answer }: { answer: SearchAnswer }): ReactNode {
  const { data: status } = useCall('hub.status', {});
  const isMissing = status?.model.state === 'missing';
  return (
    <p className={styles.warning}>
      <Icon name="info" size={14} />
      <span>
        <strong>{modeTitles[answer.mode]}:</strong> {answer.fallback} {isMissing && status.model.message}{' '}
        <a href={formatRoute({ screen: 'settings', section: null })}>Settings</a>
      </span>
    </p>
  );
}
