import type { HubContract } from '../../contract/hub-contract.ts';
import type { Handlers } from '../../rpc/handlers.ts';
import type { UserData } from '../../store/user-data/user-data.ts';
import { runSavedCases } from '../evaluation/run-saved-cases.ts';
import { followWork, StateCell } from '../state-cell.ts';
import type { ServiceParts } from './service-parts.ts';

type EvaluationNames = Extract<keyof HubContract, `evaluations.${string}`>;

/** Running what people saved as cases. */
export function evaluationProcedures(
  parts: Pick<ServiceParts, 'answering' | 'weights'> & { userData: UserData },
): Pick<Handlers<HubContract>, EvaluationNames> {
  return {
    async *'evaluations.run'({ mode, cases: ids }, { signal }) {
      const wanted = ids === undefined ? null : new Set(ids);
      const saved = parts.userData.cases((cases) => cases.list()).filter(({ id }) => wanted?.has(id) ?? true);
      const progress = new StateCell({ done: 0, total: saved.length, report: null });
      const report = yield* followWork(
        progress,
        parts.answering.use(async (hub) => {
          const retriever = await hub.retriever();
          return runSavedCases(saved, {
            mode,
            search: (request, abort) => retriever.search({ ...request, weights: { ...parts.weights() } }, abort),
            onProgress: (done, total) => progress.set({ done, total, report: null }),
            signal,
          });
        }),
      );
      yield { done: saved.length, total: saved.length, report };
    },
  };
}
