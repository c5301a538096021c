import type { ReactNode } from 'react';
import { useCall } from '../../rpc-client/use-call.ts';
import { navigate, useRoute } from '../../router/use-route.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import styles from './agents-screen.module.css';
import { AttentionView } from './answers/attention-view.tsx';
import { FeedbackView } from './answers/feedback-view.tsx';
import { ConnectView } from './connect/connect-view.tsx';
import { LogView } from './log/log-view.tsx';
import { ServerHeader } from './server-header.tsx';
import { useMcpStatus } from './use-mcp-status.ts';

const views = ['calls', 'connect', 'feedback', 'attention'] as const;
type View = (typeof views)[number];

/** Agents that ask this hub: how they come to know it, what they asked, and what they said of the answers. */
export function AgentsScreen(): ReactNode {
  const route = useRoute();
  const { status, error, retry } = useMcpStatus();
  const { data: attention } = useCall('mcp.attention', {});
  const { data: feedback } = useCall('mcp.feedback', { limit: 1 });
  if (error !== null && status === null)
    return <ErrorState title="The server for agents cannot be asked" error={error} onRetry={retry} />;
  if (status === null) return <Waiting label="Asking the server for agents" />;
  const asked = route.screen === 'agents' ? route.view : null;
  const view: View = views.find((each) => each === asked) ?? 'calls';
  return (
    <div className={styles.screen}>
      <ServerHeader status={status} />
      <Tabs<View>
        label="About agents"
        value={view}
        tabs={[
          { value: 'calls', title: 'Calls' },
          { value: 'connect', title: 'Connect an agent' },
          { value: 'feedback', title: 'Feedback', count: feedback?.total ?? null },
          { value: 'attention', title: 'Needs attention', count: attention?.length ?? null },
        ]}
        onValueChange={(next) =>
          navigate({ screen: 'agents', view: next === 'calls' ? null : next, call: null }, { replace: true })
        }
        className={styles.tabs}
      >
        {view === 'calls' && <LogView chosen={route.screen === 'agents' ? route.call : null} />}
        {view === 'connect' && <ConnectView />}
        {view === 'feedback' && <FeedbackView />}
        {view === 'attention' && <AttentionView />}
      </Tabs>
    </div>
  );
}
