import { statSync } from 'node:fs';
import type { HubContract, HubStatusView } from '../../contract/hub-contract.ts';
import { contentTypes, type ContentType } from '../../contract/vocabulary.ts';
import { spaceName } from '../../core/vectors.ts';
import type { Handlers } from '../../rpc/handlers.ts';
import { AnsweringPace } from '../health/answering-pace.ts';
import { knownChoice } from '../health/known-choice.ts';
import type { Hub } from '../hub.ts';
import type { OwnParts } from './own-parts.ts';

/** State, status and the check of everything. */
export function stateProcedures(
  parts: Pick<OwnParts, 'state' | 'notices' | 'host' | 'version' | 'overview' | 'answering' | 'indexer'>,
): Pick<Handlers<HubContract>, 'hub.state' | 'hub.status' | 'hub.doctor'> {
  const pace = new AnsweringPace();
  return {
    'hub.state': (_, { signal }) => parts.state.follow(signal),
    'hub.status': async () => {
      const [sources, { pendingTexts }] = await Promise.all([
        pace.list(() => parts.overview.describe()),
        parts.overview.figures(),
      ]);
      const chunks = Object.fromEntries(
        contentTypes.map((type) => [type, sources.reduce((sum, source) => sum + source.chunks[type], 0)]),
      ) as Record<ContentType, number>;
      const complete = pendingTexts === 0 && sources.every((source) => source.state === 'complete');
      return parts.answering.use(async (hub) => ({
        version: parts.version,
        host: parts.host,
        dataDirectory: hub.directory.root,
        databaseBytes: statSync(hub.directory.database, { throwIfNoEntry: false })?.size ?? 0,
        state: sources.length === 0 ? 'empty' : complete ? 'complete' : 'partial',
        chunks,
        totalChunks: contentTypes.reduce((sum, type) => sum + chunks[type], 0),
        pendingTexts,
        model: await modelView(hub),
        notices: [...parts.notices],
        vectors: knownChoice(hub.reader, hub.config),
      }));
    },
    'hub.doctor': async (_, { signal }) => [...(await parts.indexer.doctor(signal)), pace.finding()],
  };
}

async function modelView(hub: Hub): Promise<HubStatusView['model']> {
  try {
    const { path, space, origin } = await hub.model();
    return { state: 'found', id: spaceName(space), path, message: `In ${path} (${origin}).` };
  } catch (error) {
    return { state: 'missing', id: '', path: null, message: (error as Error).message };
  }
}
