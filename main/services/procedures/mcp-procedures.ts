import { existsSync } from 'node:fs';
import type { HubContract } from '../../contract/hub-contract.ts';
import type { McpFeedback } from '../../contract/mcp.ts';
import type { Handlers } from '../../rpc/handlers.ts';
import type { StoredFeedback } from '../../store/user-data/mcp-feedback.ts';
import type { UserData } from '../../store/user-data/user-data.ts';
import { attentionOf } from '../mcp/attention.ts';
import { fellBackSince } from '../mcp/fell-back.ts';
import type { McpService } from '../mcp/mcp-service.ts';
import { openDataDirectory } from '../runtime/data-directory.ts';
import type { SessionService } from '../sessions/session-service.ts';

type McpNames = Extract<keyof HubContract, `mcp.${string}`>;

/** Agents: who is connected, what they asked, what they said. */
export function mcpProcedures(parts: {
  mcp: McpService;
  userData: UserData;
  sessions: SessionService;
}): Pick<Handlers<HubContract>, McpNames> {
  const { mcp, userData, sessions } = parts;
  const withCall = (item: StoredFeedback): McpFeedback => {
    const { queryId } = item;
    return { ...item, call: queryId === null ? null : userData.mcpCalls((calls) => calls.byQuery(queryId)) };
  };
  return {
    'mcp.status': () => ({ ...mcp.state.value, tools: mcp.tools() }),
    'mcp.watch': (_, { signal }) => mcp.state.follow(signal),
    'mcp.calls': ({ before, limit, ...filter }) => {
      mcp.log.flush();
      return userData.mcpCalls((calls) => ({
        ...calls.page(filter, before, limit),
        values: {
          tools: calls.values('tool'),
          clients: calls.values('client'),
          projects: calls.values('project'),
          outcomes: calls.values('outcome'),
        },
      }));
    },
    'mcp.clear': () => {
      mcp.log.flush();
      userData.returnedChunks((returned) => returned.clear());
      return { removed: userData.mcpCalls((calls) => calls.clear()) };
    },
    'mcp.feedback': ({ before, limit }) => {
      mcp.log.flush();
      const page = userData.mcpFeedback((feedback) => feedback.page(before, limit));
      return { ...page, feedback: page.feedback.map(withCall) };
    },
    'mcp.removeFeedback': ({ id }) => ({ removed: userData.mcpFeedback((feedback) => feedback.remove(id)) }),
    'mcp.attention': async ({ days }, { signal }) => {
      mcp.log.flush();
      const since = new Date(Date.now() - days * 86_400_000).toISOString();
      // Who never dropped a transcript has no file of them, and gets none by looking.
      const hasSessions = existsSync(openDataDirectory(mcp.dataDirectory).sessionDatabase);
      return attentionOf(userData, since, hasSessions ? await fellBackSince(sessions, since, signal) : []);
    },
  };
}
