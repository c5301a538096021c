import type { ReactNode } from 'react';
import type { McpCall } from '../../../../main/contract/mcp.ts';
import { useCall } from '../../../rpc-client/use-call.ts';
import { navigate } from '../../../router/use-route.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { formatDateTime, formatNumber, formatScore } from '../../../ui/format.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { laidOut, outcomeWords, workbenchRoute } from '../call-words.ts';
import styles from './call-detail.module.css';

interface CallDetailProps {
  call: McpCall;
  onClose: () => void;
}

/** Everything that is known of one call, and where it can be looked into further. */
export function CallDetail({ call, onClose }: CallDetailProps): ReactNode {
  const { title, tone, meaning } = outcomeWords[call.outcome];
  const workbench = workbenchRoute(call);
  return (
    <section className={styles.detail} aria-label={`Call of ${call.tool}`}>
      <header className={styles.header}>
        <h3>{call.tool}</h3>
        <Badge tone={tone} title={meaning}>
          {title}
        </Badge>
        <span className={styles.gap} />
        <IconButton icon="close" size="small" label="Close the call" onClick={onClose} />
      </header>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys */}
      <div className={styles.body} tabIndex={0} role="region" aria-label="About the call">
        {call.message !== null && <p className={styles.message}>{call.message}</p>}
        <div className={styles.actions}>
          {workbench !== null && (
            <Button size="small" icon="search" onClick={() => navigate(workbench)}>
              Open in search
            </Button>
          )}
          <SessionButton session={call.session} />
        </div>
        <h4>Arguments</h4>
        <pre className={styles.code}>{laidOut(call.arguments)}</pre>
        <dl className={styles.facts}>
          <Fact name="Time" value={formatDateTime(call.calledAt)} />
          <Fact name="Client" value={[call.client ?? 'unnamed', call.clientVersion].filter(Boolean).join(' ')} />
          <Fact name="Project" value={call.project} />
          <Fact name="Session" value={call.session} />
          <Fact name="Hits" value={call.hits === null ? null : formatNumber(call.hits)} />
          <Fact name="Best score" value={call.topScore === null ? null : formatScore(call.topScore)} />
          <Fact name="Confidence" value={call.lowConfidence === true ? 'low; the agent was told so' : null} />
          <Fact name="Sources" value={call.sources.length === 0 ? null : call.sources.join(', ')} />
          <Fact
            name="Answer"
            value={`about ${formatNumber(call.tokens)} tokens in ${formatNumber(Math.max(1, call.elapsedMs))} ms`}
          />
          <Fact name="Over" value={call.transport === 'http' ? 'HTTP' : 'the socket'} />
        </dl>
      </div>
    </section>
  );
}

/** Leads to the transcript of the session, where one was read. */
function SessionButton({ session }: { session: string | null }): ReactNode {
  const { data } = useCall('sessions.list', session === null ? null : {});
  const known = data?.sessions.find(({ id }) => id === session);
  if (known === undefined) return null;
  return (
    <Button
      size="small"
      icon="sessions"
      onClick={() => navigate({ screen: 'sessions', session: known.key, view: null, item: null })}
    >
      Open the session
    </Button>
  );
}

function Fact({ name, value }: { name: string; value: string | null }): ReactNode {
  if (value === null) return null;
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}
