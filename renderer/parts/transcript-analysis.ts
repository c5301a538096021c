import type { QueryClient } from '@tanstack/react-query';
import { create } from 'zustand';
import { asHubError, type HubError } from '../../main/contract/errors.ts';
import type { AnalyzeProgress, AnalyzeSummary } from '../../main/contract/sessions.ts';
import type { HubConnection } from '../rpc-client/hub-connection.ts';
import { announce } from '../state/announcer.ts';
import { plural } from '../ui/format.ts';

export interface AnalysisRun {
  paths: readonly string[];
  state: 'running' | 'done' | 'failed' | 'cancelled';
  progress: AnalyzeProgress | null;
  summary: AnalyzeSummary | null;
  error: HubError | null;
  /** For the time left. Milliseconds since 1970. */
  startedAt: number;
}

interface AnalysisState {
  run: AnalysisRun | null;
  /** Names of dropped files whose places a browser does not tell. */
  unplaced: readonly string[];
  /** Whether the field for paths is wanted. */
  isAsking: boolean;
  /** Reads the transcripts; what is being read already is cancelled. */
  start: (hub: HubConnection, queries: QueryClient, paths: readonly string[]) => Promise<void>;
  cancel: () => void;
  /** Puts the account of the last run away. */
  dismiss: () => void;
  setAsking: (isAsking: boolean) => void;
  setUnplaced: (names: readonly string[]) => void;
}

/** What stops the run of now. */
let leaving: AbortController | null = null;

/** Answers that new or changed sessions make old. */
export function isAboutSessions(queryKey: readonly unknown[]): boolean {
  return queryKey[0] === 'hub' && typeof queryKey[1] === 'string' && queryKey[1].startsWith('sessions.');
}

/** Reading of transcripts, which goes on whatever screen is shown. */
export const useTranscriptAnalysis = create<AnalysisState>((set, get) => ({
  run: null,
  unplaced: [],
  isAsking: false,
  async start(hub, queries, paths) {
    leaving?.abort();
    const own = new AbortController();
    leaving = own;
    const begun: AnalysisRun = {
      paths,
      state: 'running',
      progress: null,
      summary: null,
      error: null,
      startedAt: Date.now(),
    };
    const update = (change: Partial<AnalysisRun>): void => {
      if (leaving === own) set(({ run }) => ({ run: { ...(run ?? begun), ...change } }));
    };
    set({ run: begun, unplaced: [], isAsking: false });
    try {
      for await (const { progress, summary } of hub.stream('sessions.analyze', { paths: [...paths] }, { signal: own.signal }))
        update({ progress, summary });
      update({ state: 'done' });
      const summary = get().run?.summary ?? null;
      if (summary !== null) announce(`${plural(summary.sessions.length, 'session')} read`);
    } catch (thrown) {
      const error = asHubError(thrown);
      if (error.code === 'cancelled') update({ state: 'cancelled' });
      else update({ state: 'failed', error });
    }
    await queries.invalidateQueries({ predicate: ({ queryKey }) => isAboutSessions(queryKey) });
  },
  cancel() {
    // Said at once: the service stops when it hears of it.
    const { run } = get();
    if (run?.state === 'running') set({ run: { ...run, state: 'cancelled' } });
    leaving?.abort();
    leaving = null;
  },
  dismiss: () => set(({ run }) => ({ run: run?.state === 'running' ? run : null, unplaced: [] })),
  setAsking: (isAsking) => set({ isAsking }),
  setUnplaced: (unplaced) => set({ unplaced }),
}));
