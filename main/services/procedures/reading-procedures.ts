import type { HubContract } from '../../contract/hub-contract.ts';
import type { Handlers } from '../../rpc/handlers.ts';
import type { Editors } from '../editors/editors.ts';
import type { ServiceParts } from './service-parts.ts';

type ReadingNames = 'read.file' | 'read.neighbours' | 'editor.list' | 'editor.open' | 'editor.reveal';

/** Reading what was found, here and in an editor. */
export function readingProcedures(
  parts: Pick<ServiceParts, 'answering'> & { editors: Editors },
): Pick<Handlers<HubContract>, ReadingNames> {
  const { answering, editors } = parts;
  return {
    'read.file': (reference) => answering.use((hub) => hub.fileViews().view(reference)),
    'read.neighbours': ({ chunkId, limit }, { signal }) =>
      answering.use(async (hub) => (await hub.retriever()).neighbours(chunkId, limit, signal)),
    'editor.list': () => editors.list(),
    'editor.open': async ({ source, path, line, editor }) => {
      const file = await answering.use((hub) => ({
        text: hub.fileViews().text(source, path),
        specification: hub.source(source).specification,
      }));
      return editors.open(editor, { ...file, path, line });
    },
    'editor.reveal': async ({ source }) => editors.reveal(await answering.use((hub) => hub.source(source).specification)),
  };
}
