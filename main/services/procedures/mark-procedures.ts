import type { HubContract } from '../../contract/hub-contract.ts';
import type { MarkPlace } from '../../contract/marks.ts';
import type { Handlers } from '../../rpc/handlers.ts';
import type { UserData } from '../../store/user-data/user-data.ts';
import type { ServiceParts } from './service-parts.ts';

type MarkNames = Extract<keyof HubContract, `marks.${string}` | `cases.${string}` | `searches.${string}` | `history.${string}`>;

/** What people say about results, and what they keep. */
export function markProcedures(
  parts: Pick<ServiceParts, 'answering'> & { userData: UserData },
): Pick<Handlers<HubContract>, MarkNames> {
  const { userData } = parts;
  const placeOf = (chunkId: string): Promise<MarkPlace | null> => parts.answering.use((hub) => hub.fileViews().place(chunkId));
  return {
    'marks.set': async ({ chunkId, query, verdict, note }) => {
      if (verdict === null) {
        userData.marks((marks) => marks.remove(chunkId, query));
        return { mark: null };
      }
      const place = await placeOf(chunkId);
      return { mark: userData.marks((marks) => marks.set({ chunkId, query, verdict, note }, place)) };
    },
    'marks.list': ({ query }) => userData.marks((marks) => marks.list(query)),
    'cases.save': (input) => userData.cases((cases) => cases.save(input)),
    'cases.list': () => userData.cases((cases) => cases.list()),
    'cases.remove': ({ id }) => ({ removed: userData.cases((cases) => cases.remove(id)) }),
    'searches.save': (input) => userData.searches((searches) => searches.save(input)),
    'searches.list': () => userData.searches((searches) => searches.list()),
    'searches.remove': ({ id }) => ({ removed: userData.searches((searches) => searches.remove(id)) }),
    'history.list': ({ limit }) => userData.history((history) => history.list(limit)),
    'history.add': (input) => {
      userData.history((history) => history.add(input));
      return { added: true };
    },
    'history.clear': () => ({ removed: userData.history((history) => history.clear()) }),
  };
}
