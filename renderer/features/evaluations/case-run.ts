import { create } from 'zustand';
import { asHubError, type HubError } from '../../../main/contract/errors.ts';
import type { CaseReport } from '../../../main/contract/evaluations.ts';
import type { SearchMode } from '../../../main/contract/search.ts';
import type { HubConnection } from '../../rpc-client/hub-connection.ts';
import { announce } from '../../state/announcer.ts';

interface CaseRunState {
  mode: SearchMode;
  progress: { done: number; total: number } | null;
  /** Of the newest run, and of the one before it with the same ranking. */
  report: CaseReport | null;
  before: CaseReport | null;
  error: HubError | null;
  setMode: (mode: SearchMode) => void;
  start: (hub: HubConnection) => Promise<void>;
  cancel: () => void;
}

let leaving: AbortController | null = null;

/** Newest report of each ranking, since the window was opened. */
const newest = new Map<SearchMode, CaseReport>();

/** The run of the cases, which goes on while another screen is shown. */
export const useCaseRun = create<CaseRunState>((set, get) => ({
  mode: 'hybrid',
  progress: null,
  report: null,
  before: null,
  error: null,
  setMode: (mode) => set({ mode, report: newest.get(mode) ?? null, before: null }),
  async start(hub) {
    leaving?.abort();
    const own = new AbortController();
    leaving = own;
    const { mode } = get();
    set({ progress: { done: 0, total: 0 }, error: null });
    try {
      for await (const { done, total, report } of hub.stream('evaluations.run', { mode }, { signal: own.signal })) {
        if (leaving !== own) return;
        set({ progress: { done, total } });
        if (report === null) continue;
        set({ report, before: newest.get(mode) ?? null });
        newest.set(mode, report);
        announce(summaryOf(report));
      }
    } catch (thrown) {
      const error = asHubError(thrown);
      if (leaving === own && error.code !== 'cancelled') set({ error });
    }
    if (leaving === own) set({ progress: null });
  },
  cancel() {
    leaving?.abort();
    leaving = null;
    set({ progress: null });
  },
}));

function summaryOf({ averages, cases }: CaseReport): string {
  return averages === null ? `${cases.length} cases run` : `${averages.found} of ${averages.cases} cases found`;
}
