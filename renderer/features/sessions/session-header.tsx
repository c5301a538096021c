import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ServerSeen, SessionSummary } from '../../../main/contract/sessions.ts';
import { useTranscriptAnalysis } from '../../parts/transcript-analysis.ts';
import { useHub } from '../../rpc-client/hub-client.ts';
import { useAction } from '../../rpc-client/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { formatNumber, plural } from '../../ui/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Select } from '../../ui/select.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { showToast } from '../../ui/toast.tsx';
import { sessionTime, sessionTitle } from './list/session-text.ts';
import { useFollow } from './follow.ts';
import { openView, sessionAnswers } from './selection.ts';
import styles from './session-header.module.css';
import { agentTitle } from './words/agent-text.ts';

interface SessionHeaderProps {
  /** Null where all are looked at. */
  session: SessionSummary | null;
  /** Its key, also where nothing more is known of it. */
  chosen: string | null;
  total: number;
  servers: readonly ServerSeen[];
  /** In place of the list, where there is no room for it. */
  picker: ReactNode;
}

/** What is looked at, which server is the hub, and what can be done with all of it. */
export function SessionHeader({ session, chosen, total, servers, picker }: SessionHeaderProps): ReactNode {
  const setAsking = useTranscriptAnalysis((state) => state.setAsking);
  return (
    <header className={styles.header}>
      {picker}
      <div className={styles.what}>
        <h2 className={styles.title} title={session === null ? undefined : sessionTitle(session)}>
          {session === null ? (chosen ?? 'All sessions') : sessionTitle(session)}
        </h2>
        <p className={styles.facts}>
          {session === null
            ? chosen === null && plural(total, 'session')
            : [agentTitle(session.agent), sessionTime(session), plural(session.calls, 'call'), session.cwd ?? '']
                .filter((part) => part !== '')
                .join(' · ')}
        </p>
      </div>
      <HubPicker servers={servers} />
      {session !== null && <FollowButton session={session} />}
      <Button icon="add" onClick={() => setAsking(true)}>
        Read transcripts
      </Button>
      {(session !== null || chosen === null) && <SessionMenu session={session} total={total} />}
    </header>
  );
}

/** Which of the servers counts as the hub, or which search of the web of the agents’ own. */
function HubPicker({ servers }: { servers: readonly ServerSeen[] }): ReactNode {
  const { run, isRunning } = useAction('sessions.chooseHub', { invalidates: sessionAnswers });
  const searching = servers.filter(({ searches, isHub }) => searches > 0 || isHub);
  const hub = searching.find(({ isHub }) => isHub);
  const value = hub === undefined ? '' : hubName(hub);
  if (searching.length === 0) return <span className={styles.facts}>no server or web search seen</span>;
  return (
    <span className={styles.hub}>
      {isRunning && <Spinner label="Judging all sessions by another hub" />}
      <span aria-hidden="true">Hub</span>
      <Select
        label="Hub"
        hidesLabel
        value={value}
        disabled={isRunning}
        options={[
          ...(hub === undefined ? [{ value: '', title: 'Choose…' }] : []),
          ...searching.map((each) => ({
            value: hubName(each),
            title: each.own === true ? `${hubName(each)} (the agent’s own)` : each.server,
            note: formatNumber(each.searches),
          })),
        ]}
        onValueChange={(next) => next !== '' && next !== value && void run({ hub: next })}
      />
    </span>
  );
}

/** As somebody would name it: a tool of the agent’s own by its name, which no server has. */
function hubName({ own, server, names }: ServerSeen): string {
  return own === true ? (names[0] ?? server) : server;
}

/** Reads the session again as it grows. */
function FollowButton({ session }: { session: SessionSummary }): ReactNode {
  const hub = useHub();
  const queries = useQueryClient();
  const { followed, start, stop } = useFollow();
  const isFollowed = followed?.session === session.key;
  return (
    <Button
      icon={isFollowed ? 'stop' : 'clock'}
      aria-pressed={isFollowed}
      disabled={session.files.length === 0}
      title={
        isFollowed ? `Read again ${plural(followed.changes, 'time')} since` : 'Read it again whenever the agent writes to it'
      }
      onClick={() => (isFollowed ? stop() : void start(hub, queries, session))}
    >
      {isFollowed ? 'Following' : 'Follow'}
    </Button>
  );
}

function SessionMenu({ session, total }: { session: SessionSummary | null; total: number }): ReactNode {
  const hub = useHub();
  const queries = useQueryClient();
  const start = useTranscriptAnalysis((state) => state.start);
  const { run: forget } = useAction('sessions.forget', { invalidates: sessionAnswers });
  const forgetOne = async ({ key, files }: SessionSummary): Promise<void> => {
    const answer = await forget({ sessions: [key] });
    if (answer === null) return;
    openView(null, 'overview', null, { replace: true });
    showToast({
      title: 'Forgot the session',
      description: 'Its files are left alone.',
      ...(files.length === 0 ? {} : { action: { title: 'Undo', run: () => void start(hub, queries, files) } }),
    });
  };
  const forgetAll = async (): Promise<void> => {
    // Their files, to be able to take it back.
    const { sessions } = await hub.call('sessions.list', { limit: 500 });
    const answer = await forget({});
    if (answer === null) return;
    const files = [...new Set(sessions.flatMap((each) => each.files))].slice(0, 2_000);
    openView(null, 'overview', null, { replace: true });
    showToast({
      title: `Forgot ${plural(answer.removed, 'session')}`,
      description: 'The files are left alone.',
      ...(files.length === 0 ? {} : { action: { title: 'Read them again', run: () => void start(hub, queries, files) } }),
    });
  };
  return (
    <Menu
      align="end"
      trigger={<IconButton icon="ellipsis" label={session === null ? 'Actions for all sessions' : 'Actions for the session'} />}
      entries={
        session === null
          ? [{ title: `Forget ${plural(total, 'session')}`, icon: 'trash', isDanger: true, onSelect: () => void forgetAll() }]
          : [
              {
                title: 'Read its files again',
                icon: 'refresh',
                disabled: session.files.length === 0,
                onSelect: () => void start(hub, queries, session.files),
              },
              { kind: 'separator' },
              { title: 'Forget this session', icon: 'trash', isDanger: true, onSelect: () => void forgetOne(session) },
            ]
      }
    />
  );
}
