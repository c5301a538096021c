import type { ReactNode } from 'react';
import type { SessionSummary } from '../../../main/contract/sessions.ts';
import { useCall } from '../../rpc-client/use-call.ts';
import { useRoute } from '../../router/use-route.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Select } from '../../ui/select.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import { Splitter } from '../../ui/splitter.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useMedia } from '../../ui/use-media.ts';
import { CallsView } from './calls/calls-view.tsx';
import { CompareView } from './compare/compare-view.tsx';
import { FindingsView } from './findings/findings-view.tsx';
import { AnalysisPanel } from './intake/analysis-panel.tsx';
import { IntakeDialog } from './intake/intake-dialog.tsx';
import { NoSessions } from './intake/no-sessions.tsx';
import { SessionList } from './list/session-list.tsx';
import { sessionTime, sessionTitle } from './list/session-text.ts';
import { MissedView } from './missed/missed-view.tsx';
import { Overview } from './overview/overview.tsx';
import { ReportView } from './report/report-view.tsx';
import { openView, sessionViews, type SessionView } from './selection.ts';
import { SessionHeader } from './session-header.tsx';
import styles from './sessions-screen.module.css';

/** From here on the list of sessions stands beside what is looked at. */
const wideWindow = '(min-width: 1200px)';
/** Sessions that are asked for the header and the picker; the list has all of them. */
const mostPicked = 500;

const viewTitles: Record<SessionView, string> = {
  overview: 'Overview',
  findings: 'Findings',
  calls: 'Calls',
  missed: 'Missed symbols',
  compare: 'Compare',
  report: 'Report',
};

/** What agents asked, what came back, what they did then, and what to do about it. */
export function SessionsScreen(): ReactNode {
  const { data, error, refetch } = useCall('sessions.list', { limit: mostPicked });
  return (
    <div className={styles.screen}>
      <AnalysisPanel />
      {error !== null && data === undefined ? (
        <ErrorState title="The sessions cannot be read" error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Waiting label="Reading the sessions" />
      ) : data.total === 0 ? (
        <NoSessions />
      ) : (
        <>
          <IntakeDialog />
          <Sessions {...data} />
        </>
      )}
    </div>
  );
}

type SessionsProps = Pick<Parameters<typeof SessionHeader>[0], 'total' | 'servers'> & { sessions: readonly SessionSummary[] };

function Sessions({ total, servers, sessions }: SessionsProps): ReactNode {
  const route = useRoute();
  const isWide = useMedia(wideWindow);
  const key = route.screen === 'sessions' ? route.session : null;
  const view = sessionViews.find((each) => route.screen === 'sessions' && each === route.view) ?? 'overview';
  const item = route.screen === 'sessions' ? route.item : null;
  const session = sessions.find((each) => each.key === key) ?? null;
  const choose = (next: string | null): void => {
    if (next !== key) openView(next, view, null, { replace: key !== null });
  };
  const content = (
    <div className={styles.content}>
      <SessionHeader
        session={session}
        chosen={key}
        total={total}
        servers={servers}
        picker={isWide ? null : <SessionPicker sessions={sessions} chosen={key} onChoose={choose} />}
      />
      {key !== null && session === null && total <= mostPicked ? (
        <EmptyState
          title="There is no such session"
          actions={<Button onClick={() => openView(null, 'overview')}>All sessions</Button>}
        >
          It may have been forgotten. Read its transcript again.
        </EmptyState>
      ) : (
        <Tabs<SessionView>
          label="Parts of the analysis"
          value={view}
          tabs={sessionViews.map((value) => ({
            value,
            title: viewTitles[value],
            ...(value === 'findings' && session !== null ? { count: session.findings } : {}),
            ...(value === 'calls' && session !== null ? { count: session.calls } : {}),
          }))}
          onValueChange={(next) => openView(key, next, null, { replace: true })}
          className={styles.tabs}
        >
          <View key={`${key} ${view}`} view={view} session={key} item={item} />
        </Tabs>
      )}
    </div>
  );
  if (!isWide) return content;
  return (
    <Splitter
      id="sessions"
      panes={[
        {
          id: 'list',
          defaultSize: '240px',
          minSize: '200px',
          maxSize: '420px',
          children: <SessionList chosen={key} onChoose={choose} />,
        },
        { id: 'content', minSize: '640px', children: content },
      ]}
    />
  );
}

function View({ view, session, item }: { view: SessionView; session: string | null; item: string | null }): ReactNode {
  switch (view) {
    case 'overview':
      return <Overview session={session} />;
    case 'findings':
      return <FindingsView session={session} finding={item} />;
    case 'calls':
      return <CallsView session={session} call={item} />;
    case 'missed':
      return <MissedView session={session} />;
    case 'compare':
      return <CompareView session={session} />;
    case 'report':
      return <ReportView session={session} />;
  }
}

interface SessionPickerProps {
  sessions: readonly SessionSummary[];
  chosen: string | null;
  onChoose: (session: string | null) => void;
}

/** The list, where there is no room for it. */
function SessionPicker({ sessions, chosen, onChoose }: SessionPickerProps): ReactNode {
  return (
    <Select
      label="Session"
      hidesLabel
      value={chosen ?? ''}
      options={[
        { value: '', title: 'All sessions' },
        ...sessions.map((session) => ({
          value: session.key,
          title: sessionTitle(session).slice(0, 48),
          note: sessionTime(session),
        })),
      ]}
      onValueChange={(next) => onChoose(next === '' ? null : next)}
    />
  );
}
