import type { ReactNode } from 'react';
import type { McpFeedback } from '../../../../main/contract/mcp.ts';
import { useAction } from '../../../rpc-client/use-action.ts';
import { useCall } from '../../../rpc-client/use-call.ts';
import { formatRoute } from '../../../router/route.ts';
import { navigate } from '../../../router/use-route.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Waiting } from '../../../ui/waiting.tsx';
import { workbenchRoute } from '../call-words.ts';
import styles from './answers.module.css';

const mostShown = 500;

/** What agents said of the answers they got. */
export function FeedbackView(): ReactNode {
  const { data, error, refetch } = useCall('mcp.feedback', { limit: mostShown });
  const { run: remove } = useAction('mcp.removeFeedback', { invalidates: ['mcp.feedback', 'mcp.attention'] });
  if (error !== null && data === undefined)
    return <ErrorState title="The feedback cannot be read" error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Waiting label="Reading the feedback" />;
  if (data.total === 0)
    return (
      <EmptyState icon="thumb-up" title="No agent has said anything yet">
        Agents report with the tool report_feedback whether an answer helped and what they wanted instead. What they wanted
        becomes an evaluation case.
      </EmptyState>
    );
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys
    <div className={styles.view} tabIndex={0} role="region" aria-label="Feedback of agents">
      <ul className={styles.list}>
        {data.feedback.map((item) => (
          <FeedbackItem key={item.id} item={item} onRemove={() => void remove({ id: item.id })} />
        ))}
      </ul>
      {data.total > data.feedback.length && (
        <p className={styles.small}>
          The newest {mostShown} of {data.total} are shown.
        </p>
      )}
    </div>
  );
}

function FeedbackItem({ item, onRemove }: { item: McpFeedback; onRemove: () => void }): ReactNode {
  const { call, caseId } = item;
  const workbench = call === null ? null : workbenchRoute(call);
  return (
    <li className={styles.item}>
      <div className={styles.line}>
        <Badge tone={item.helpful ? 'success' : 'warning'}>{item.helpful ? 'helpful' : 'not helpful'}</Badge>
        <strong className={styles.query}>{call?.search?.query ?? call?.tool ?? 'a call that is not kept any more'}</strong>
        <span className={styles.gap} />
        <span className={styles.small}>
          {item.client ?? 'unnamed client'}, <RelativeTime time={item.receivedAt} />
        </span>
        <IconButton icon="trash" size="small" label="Remove this feedback" onClick={onRemove} />
      </div>
      {item.wanted !== '' && <p>Wanted: {item.wanted}</p>}
      {item.note !== '' && <p className={styles.note}>{item.note}</p>}
      <div className={styles.actions}>
        {workbench !== null && (
          <Button size="small" icon="search" onClick={() => navigate(workbench)}>
            Open in search
          </Button>
        )}
        {call !== null && <a href={formatRoute({ screen: 'agents', view: null, call: call.id })}>The call</a>}
        {caseId !== null && <a href={formatRoute({ screen: 'evaluations', id: caseId })}>The evaluation case</a>}
      </div>
    </li>
  );
}
