import { HubError } from '../../contract/errors.ts';
import type { MarkPlace } from '../../contract/marks.ts';
import type { FileView } from '../../contract/reading.ts';
import { markdownOutline } from '../../core/chunking/documents/outline.ts';
import { readableMarkdown } from '../../core/chunking/documents/readable-markdown.ts';
import { fillPermalink } from '../../core/discovery/permalink.ts';
import { silentLogger } from '../../core/logger.ts';
import { CorpusReader } from '../../store/corpus-reader.ts';
import type { Connection } from '../../store/database.ts';
import { FileLookup, type StoredFile } from '../../store/file-lookup.ts';
import { SearchIndex, type ChunkRow } from '../../store/search-index.ts';
import { citationOf } from './citation.ts';
import { addressOf, hasHeadings } from './stored-file-facts.ts';

export type FileReference = { chunkId: string } | { source: string; path: string };

type OutlineEntry = FileView['outline'][number];

/** Chunk types that an outline names. A window has no name, and a module is the file itself. */
const outlineKinds: Partial<Record<ChunkRow['chunkType'], OutlineEntry['kind']>> = {
  class: 'class',
  function: 'function',
  method: 'method',
  type: 'type',
};

/** Languages that are rendered; other documents are shown as they are. */
const renderedLanguages: ReadonlySet<string> = new Set(['markdown', 'mdx']);

/** Whole files for a reader, with what they consist of. */
export class FileViews {
  readonly #files: FileLookup;
  readonly #index: SearchIndex;
  readonly #corpus: CorpusReader;

  constructor(connection: Connection) {
    this.#files = new FileLookup(connection);
    this.#index = new SearchIndex(connection, silentLogger);
    this.#corpus = new CorpusReader(connection);
  }

  /** Throws `not-found` with what to do. */
  view(reference: FileReference): FileView {
    const { file, rowId } = this.#resolve(reference);
    const text = this.#files.text(file);
    const chunks = this.#index.chunksOfFile(file.id);
    const asked = chunks.find((chunk) => chunk.id === rowId);
    const isRendered = hasHeadings(file) && renderedLanguages.has(file.language);
    return {
      source: file.source,
      repo: file.repo,
      path: file.path,
      role: file.role,
      language: file.language,
      title: file.title,
      lineCount: file.lineCount,
      text,
      sourceUrl: addressOf(file, 1, Math.max(1, file.lineCount)),
      commit: file.revision,
      checkedAt: this.#corpus.source(file.source)?.lastCheckedAt ?? null,
      isDocument: isRendered,
      ...(isRendered ? { readable: readableMarkdown(text, file.path) } : {}),
      outline: hasHeadings(file) ? headingsOf(text, file.path) : definitionsOf(chunks),
      chunks: chunks.map((chunk) => ({
        chunkId: chunk.chunkId,
        chunkType: chunk.chunkType,
        symbol: chunk.symbol,
        section: chunk.headingTrail,
        lines: { start: chunk.startLine, end: chunk.endLine },
        sourceUrl:
          chunk.permalink === null
            ? citationOf(chunk)
            : fillPermalink(chunk.permalink, chunk.path, chunk.startLine, chunk.endLine),
      })),
      opensAt: asked ? { start: asked.startLine, end: asked.endLine } : null,
    };
  }

  /** The text as it was indexed. Throws `not-found`. */
  text(source: string, path: string): string {
    return this.#files.text(this.#resolve({ source, path }).file);
  }

  /** Where a chunk is now; null when it is not indexed any more. */
  place(chunkId: string): MarkPlace | null {
    const found = this.#files.byChunk(chunkId);
    const row = found && this.#index.chunks([found.rowId])[0];
    return row
      ? { source: row.source, path: row.path, symbol: row.symbol, lines: { start: row.startLine, end: row.endLine } }
      : null;
  }

  #resolve(reference: FileReference): { file: StoredFile; rowId: number | null } {
    if ('chunkId' in reference) {
      const found = this.#files.byChunk(reference.chunkId);
      if (found) return found;
      throw new HubError('not-found', 'This chunk is not indexed any more: its file changed or was removed. Search again.', {
        chunkId: reference.chunkId,
      });
    }
    const { source, path } = reference;
    const file = this.#files.exact(source, path);
    if (file) return { file, rowId: null };
    const message = this.#corpus.source(source)
      ? `No file “${path}” is indexed from “${source}”. Search again, or see among the source's files why it was left out.`
      : `There is no source “${source}”. See the list of sources.`;
    throw new HubError('not-found', message, { source, path });
  }
}

function headingsOf(text: string, path: string): OutlineEntry[] {
  return markdownOutline(text, path).map((heading) => ({
    depth: heading.level,
    text: heading.text,
    line: heading.line,
    kind: 'heading',
  }));
}

/** Definitions in order of line; one that was cut into several chunks once, at its beginning. */
function definitionsOf(chunks: readonly ChunkRow[]): OutlineEntry[] {
  const seen = new Set<string>();
  const entries: OutlineEntry[] = [];
  for (const chunk of chunks.toSorted((a, b) => a.startLine - b.startLine || b.endLine - a.endLine)) {
    const kind = outlineKinds[chunk.chunkType];
    if (kind === undefined || chunk.symbol === null || chunk.symbol === '') continue;
    const key = `${kind} ${chunk.symbol}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const parts = chunk.symbol.split('.');
    entries.push({ depth: parts.length, text: parts.at(-1)!, line: chunk.startLine, kind });
  }
  return entries;
}
