import type { ReactNode } from 'react';
import type { Attention } from '../../../../main/contract/mcp.ts';
import { attentionKinds } from '../../../../main/contract/vocabulary.ts';
import { useCanWrite } from '../../../parts/writer-notice.tsx';
import { useAction } from '../../../rpc-client/use-action.ts';
import { useCall } from '../../../rpc-client/use-call.ts';
import { emptySearch, formatRoute } from '../../../router/route.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Waiting } from '../../../ui/waiting.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { attentionWords } from '../call-words.ts';
import styles from './answers.module.css';

/** Queries shown of each source. */
const mostQueries = 12;

/** Sources whose answers went wrong of late, and what can be done about it. */
export function AttentionView(): ReactNode {
  const { data, error, refetch } = useCall('mcp.attention', {});
  if (error !== null && data === undefined)
    return <ErrorState title="The list cannot be read" error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Waiting label="Reading what went wrong" />;
  if (data.length === 0)
    return (
      <EmptyState icon="check" title="Nothing needs attention">
        Sources appear here when agents find nothing in them, get answers of low confidence, mark answers as not helpful, or, in
        the sessions that were analyzed, went on with grep and file reads instead. The last 30 days count.
      </EmptyState>
    );
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys
    <div className={styles.view} tabIndex={0} role="region" aria-label="Sources that need attention">
      <ul className={styles.list}>
        {data.map((item) => (
          <AttentionItem key={item.source ?? ''} item={item} />
        ))}
      </ul>
    </div>
  );
}

function AttentionItem({ item }: { item: Attention }): ReactNode {
  const { source, counts, queries } = item;
  const canWrite = useCanWrite();
  const { run, isRunning } = useAction('sources.refresh', { invalidates: ['sources.list'] });
  const refresh = async (name: string): Promise<void> => {
    if ((await run({ names: [name] })) !== null) showToast({ title: `Refreshing ${name}` });
  };
  return (
    <li className={styles.item}>
      <div className={styles.line}>
        {source === null ? (
          <strong>In no source</strong>
        ) : (
          <a className={styles.source} href={formatRoute({ screen: 'sources', name: source, view: null })}>
            {source}
          </a>
        )}
        {attentionKinds
          .filter((kind) => counts[kind] > 0)
          .map((kind) => (
            <span key={kind} className={styles.small}>
              {formatNumber(counts[kind])} {attentionWords[kind]}
            </span>
          ))}
        <span className={styles.gap} />
        {source !== null && (
          <Button size="small" icon="refresh" disabled={!canWrite} isBusy={isRunning} onClick={() => void refresh(source)}>
            Refresh the source
          </Button>
        )}
      </div>
      <ul className={styles.queries}>
        {queries.slice(0, mostQueries).map(({ kind, query, at, callId, finding }) => (
          <li key={`${kind} ${query}`} className={styles.queryLine}>
            <a
              className={styles.query}
              href={formatRoute({ ...emptySearch, query, filters: source === null ? {} : { source: [source] } })}
            >
              {query}
            </a>
            <span className={styles.small}>
              {attentionWords[kind]}, <RelativeTime time={at} />
            </span>
            {callId !== null && (
              <a className={styles.small} href={formatRoute({ screen: 'agents', view: null, call: callId })}>
                the call
              </a>
            )}
            {finding !== undefined && (
              <a
                className={styles.small}
                href={formatRoute({ screen: 'sessions', session: finding.session, view: 'findings', item: finding.id })}
              >
                what the agent did instead
              </a>
            )}
          </li>
        ))}
      </ul>
      {queries.length > mostQueries && (
        <p className={styles.small}>and {formatNumber(queries.length - mostQueries)} more queries</p>
      )}
    </li>
  );
}
