import type { HubContract } from '../../contract/hub-contract.ts';
import type { Handlers } from '../../rpc/handlers.ts';
import { listFileOutcomes } from '../../store/file-outcomes.ts';
import { endBatch } from '../../store/read-batches.ts';
import { checkSpecifications, withFreeName } from '../sources/check-specifications.ts';
import { completePath } from '../sources/complete-path.ts';
import { parseSourceArgument } from '../sources/parse-source-argument.ts';
import { listPresetsWithSources } from '../sources/presets.ts';
import { specificationFrom } from '../sources/specification.ts';
import type { OwnParts } from './own-parts.ts';
import { HubError } from '../../contract/errors.ts';

type SourceNames =
  | 'sources.list'
  | 'sources.parse'
  | 'sources.preview'
  | 'sources.presets'
  | 'sources.add'
  | 'sources.change'
  | 'sources.refresh'
  | 'sources.remove'
  | 'sources.files'
  | 'jobs.cancel'
  | 'paths.complete';

/** Sources and the work on them. */
export function sourceProcedures(
  parts: Pick<OwnParts, 'answering' | 'overview' | 'indexer' | 'jobs' | 'dataDirectory'>,
): Pick<Handlers<HubContract>, SourceNames> {
  const { answering, overview, indexer, jobs, dataDirectory } = parts;
  const known = () => answering.use((hub) => hub.reader.sources().map((row) => row.specification));
  /** What the thread that writes is told of sources is seen at once. */
  const put = async (specifications: Parameters<typeof indexer.put>[0]): Promise<void> => {
    await indexer.put(specifications);
    await answering.use((hub) => endBatch(hub.connection));
  };
  const sourceOf = (name: string) => answering.use((hub) => hub.source(name));
  return {
    'sources.list': () => overview.describe(),
    'sources.parse': async ({ text }) => withFreeName(parseSourceArgument(text), await known()),
    'sources.preview': ({ specification }, { signal }) => indexer.preview(specificationFrom(specification), signal),
    'sources.presets': () => listPresetsWithSources({ dataDirectory }),
    'sources.add': async ({ specifications }) => {
      const checked = checkSpecifications(specifications.map(specificationFrom), await known());
      await put(checked);
      return { jobId: jobs.add({ kind: 'index', sources: checked.map(({ name }) => name), force: false }) };
    },
    'sources.change': async ({ name, ref, rules, siteUrl }) => {
      const { specification } = await sourceOf(name);
      const changed = {
        ...specification,
        ref: ref === undefined ? specification.ref : (ref ?? undefined),
        rules: rules ?? specification.rules,
        siteUrl: siteUrl === undefined ? specification.siteUrl : (siteUrl ?? undefined),
      };
      const checked = checkSpecifications([specificationFrom(changed)], await known());
      await put(checked);
      return { jobId: jobs.add({ kind: 'refresh', sources: checked.map((source) => source.name), force: false }) };
    },
    'sources.refresh': async ({ names, force }) => {
      indexer.assertNotLocked();
      const sources =
        names.length === 0
          ? (await known()).map((specification) => specification.name)
          : await Promise.all(names.map(async (name) => (await sourceOf(name)).specification.name));
      if (sources.length === 0) throw new HubError('not-found', 'There is no source yet. Add one first.');
      return { jobId: jobs.add({ kind: force ? 'reindex' : 'refresh', sources: [...new Set(sources)], force }) };
    },
    'sources.remove': async ({ name }) => {
      const { specification } = await sourceOf(name);
      await jobs.remove(specification.name);
      return { removed: specification };
    },
    'sources.files': ({ name, ...query }) => answering.use((hub) => listFileOutcomes(hub.connection, hub.source(name).id, query)),
    'jobs.cancel': ({ jobId }) => ({ cancelled: jobs.cancel(jobId) }),
    'paths.complete': ({ text, endings }) => completePath(text, undefined, endings),
  };
}
