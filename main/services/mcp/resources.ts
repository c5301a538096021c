import { ResourceNotFoundError, ResourceTemplate, type McpServer, type ReadResourceResult } from '@modelcontextprotocol/server';
import { HubError } from '../../contract/errors.ts';
import { silentLogger } from '../../core/logger.ts';
import { FileLookup } from '../../store/file-lookup.ts';
import { SearchIndex } from '../../store/search-index.ts';
import { bytesOf, cutText, mostTokens } from './budget.ts';
import { statusOf, statusText } from './tools/get-hub-status.ts';
import type { ToolParts } from './tool.ts';

const readOnce = { ttlMs: 0, cacheScope: 'private' } as const;

/** What can be attached by address: a chunk, a whole file, the state of the index. */
export function addResources(server: McpServer, parts: ToolParts): void {
  server.registerResource(
    'status',
    'context-hub://status',
    { title: 'What is indexed', description: 'Sources, their commits and age.', mimeType: 'text/markdown', cacheHint: readOnce },
    async (uri) => text(uri, statusText(await statusOf(parts, false)), 'text/markdown'),
  );
  server.registerResource(
    'chunk',
    new ResourceTemplate('context-hub://chunk/{id}', { list: undefined }),
    {
      title: 'One passage',
      description: 'By the id that a search gives: the text of a section, class, method or window.',
      mimeType: 'text/plain',
      cacheHint: readOnce,
    },
    (uri, { id }) =>
      parts.answering.use((hub) => {
        const found = new FileLookup(hub.connection).byChunk(String(id));
        const row = found && new SearchIndex(hub.connection, silentLogger).chunks([found.rowId])[0];
        if (!row) throw new ResourceNotFoundError(uri.href, 'This chunk is not indexed any more. Search again.');
        return text(uri, row.content);
      }),
  );
  server.registerResource(
    'document',
    new ResourceTemplate('context-hub://file/{source}/{+path}', { list: undefined }),
    {
      title: 'One file',
      description: 'A page or source file as it was indexed, by source and path.',
      mimeType: 'text/plain',
      cacheHint: readOnce,
    },
    (uri, { source, path }) =>
      parts.answering.use((hub) => {
        try {
          const content = hub.fileViews().text(decoded(source), decoded(path));
          return text(uri, cutText(content, bytesOf(mostTokens)));
        } catch (error) {
          if (error instanceof HubError && error.code === 'not-found') throw new ResourceNotFoundError(uri.href, error.message);
          throw error;
        }
      }),
  );
}

function text(uri: URL, content: string, mimeType = 'text/plain'): ReadResourceResult {
  return { contents: [{ uri: uri.href, mimeType, text: content }] };
}

function decoded(value: string | string[] | undefined): string {
  const whole = Array.isArray(value) ? value.join('/') : (value ?? '');
  try {
    return decodeURIComponent(whole);
  } catch {
    return whole;
  }
}
