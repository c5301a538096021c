import type { QueryClient } from '@tanstack/react-query';
import { create } from 'zustand';
import { asHubError } from '../../../main/contract/errors.ts';
import type { SessionSummary } from '../../../main/contract/sessions.ts';
import { isAboutSessions } from '../../parts/transcript-analysis.ts';
import type { HubConnection } from '../../rpc-client/hub-connection.ts';
import { announce } from '../../state/announcer.ts';
import { showToast } from '../../ui/toast.tsx';

/** The files of a session that can be followed at once. */
const mostFiles = 50;

interface FollowState {
  /** Key of the session that is followed, and how often it was read again. */
  followed: { session: string; changes: number } | null;
  start: (hub: HubConnection, queries: QueryClient, session: Pick<SessionSummary, 'key' | 'files'>) => Promise<void>;
  stop: () => void;
}

let leaving: AbortController | null = null;

/** A session that is still being written, read again as it grows; on whatever screen one is. */
export const useFollow = create<FollowState>((set) => ({
  followed: null,
  async start(hub, queries, { key, files }) {
    leaving?.abort();
    const own = new AbortController();
    leaving = own;
    set({ followed: { session: key, changes: 0 } });
    try {
      for await (const { changes } of hub.stream(
        'sessions.follow',
        { paths: files.slice(0, mostFiles) },
        { signal: own.signal },
      )) {
        if (leaving !== own) return;
        set({ followed: { session: key, changes } });
        if (changes > 0) announce('The session has grown');
        await queries.invalidateQueries({ predicate: ({ queryKey }) => isAboutSessions(queryKey) });
      }
    } catch (thrown) {
      const { code, message } = asHubError(thrown);
      if (leaving === own && code !== 'cancelled')
        showToast({ tone: 'danger', title: 'The session is not followed any more', description: message });
    }
    if (leaving === own) set({ followed: null });
  },
  stop() {
    leaving?.abort();
    leaving = null;
    set({ followed: null });
  },
}));
