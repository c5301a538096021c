import { HubError } from '../../contract/errors.ts';
import type { OpenedSource, SourceSpecification } from '../../core/source.ts';
import { DumpSource } from './dump-source.ts';
import { FolderSource } from './folder-source.ts';
import { GitSource } from './git-source.ts';
import type { SourceContext } from './source-context.ts';

/** Opens a source of any kind. Nothing is read before `snapshot`; `read` gives content of the files of the last snapshot. */
export async function openSource(specification: SourceSpecification, context: SourceContext): Promise<OpenedSource> {
  switch (specification.kind) {
    case 'folder':
    case 'docs':
      return new FolderSource(specification, context);
    case 'git':
      return new GitSource(specification, context);
    case 'llms':
      return new DumpSource(specification, context);
    default:
      throw new HubError('usage', `Unknown source kind ${String(specification.kind)}.`);
  }
}
