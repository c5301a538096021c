import { createHash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import type { ChunkDraft, ContentType, TokenCounter } from '../../core/chunk.ts';
import { chunkCode } from '../../core/chunking/code/chunk-code.ts';
import { chunkDocument } from '../../core/chunking/documents/chunk-document.ts';
import { chunkId, embeddingTextHash } from '../../core/chunking/identity.ts';
import { passagesFor } from '../../core/chunking/passages.ts';
import { contentSkipReason } from '../../core/discovery/content-skip.ts';
import { fileDeprecations } from '../../core/deprecations/file-deprecations.ts';
import type { FileGraph } from '../../core/graph/facts.ts';
import { pythonGraph } from '../../core/graph/python/python-graph.ts';
import type { PreparedChunk, PreparedFile } from '../../core/prepared.ts';
import type { SkipReason } from '../../core/source.ts';
import { searchFieldsOf } from '../../core/text/search-fields.ts';
import { decodeText } from '../../core/text/decode-text.ts';
import { wordsOf } from '../../core/text/terms.ts';
import { parse } from '../syntax/grammars.ts';

/** What a worker needs to prepare one file; plain data, so that it can cross threads. */
export interface PrepareTask {
  sourceName: string;
  path: string;
  role: ContentType;
  language: string;
  bytes: Uint8Array;
  siteUrl: string | null;
  /** Address of the page on its site, where discovery knows it. */
  pageUrl: string | null;
}

export type PrepareResult =
  | { outcome: 'prepared'; file: PreparedFile }
  | { outcome: 'skipped'; reason: SkipReason; detail: string | null };

/** SHA-256 of a file's bytes; what decides whether a file changed. */
export function contentHashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

interface FileContent {
  drafts: ChunkDraft[];
  graph: FileGraph | null;
}

async function contentOf(task: PrepareTask, text: string, counter: TokenCounter): Promise<FileContent> {
  const file = { path: task.path, text, language: task.language };
  if (task.role === 'doc' || task.role === 'readme') {
    const options = { contentType: task.role, counter, ...(task.siteUrl === null ? {} : { siteUrl: task.siteUrl }) };
    return { drafts: chunkDocument(file, options), graph: null };
  }
  const tree = await parse(task.language, text);
  try {
    const drafts = chunkCode(file, task.role, tree, counter);
    return { drafts, graph: task.language === 'python' && tree !== null ? pythonGraph(file, tree) : null };
  } finally {
    tree?.delete();
  }
}

/** A page of a dump is chunked by itself and has lines of its own; its address is the one that discovery found. */
function withPageAddress(draft: ChunkDraft, task: PrepareTask): ChunkDraft {
  const metadata = task.pageUrl === null ? draft.metadata : { ...draft.metadata, pageUrl: task.pageUrl };
  return { ...draft, metadata };
}

/** A module's overview keeps all imports; any other chunk those whose name its own text uses. */
function withUsedImports(draft: ChunkDraft): ChunkDraft {
  const { imports } = draft.metadata;
  if (imports === undefined || draft.chunkType === 'module') return draft;
  const words = new Set(wordsOf(draft.content));
  const used = imports.filter((name) => words.has(name.slice(Math.max(name.lastIndexOf('.'), name.lastIndexOf('/')) + 1)));
  return { ...draft, metadata: { ...draft.metadata, imports: used } };
}

/** Gives drafts identity, passages' hash and search fields. Identical drafts of one file are told apart by their count. */
function identify(drafts: readonly ChunkDraft[], sourceName: string, path: string, counter: TokenCounter): PreparedChunk[] {
  const occurrences = new Map<string, number>();
  return drafts.map((draft, ordinal) => {
    const identity = {
      source: sourceName,
      path,
      contentType: draft.contentType,
      chunkType: draft.chunkType,
      symbol: draft.symbol,
      headingTrail: draft.headingTrail,
      content: draft.content,
    };
    const first = chunkId({ ...identity, occurrence: 0 });
    const occurrence = occurrences.get(first) ?? 0;
    occurrences.set(first, occurrence + 1);
    return {
      ...draft,
      ordinal,
      chunkId: occurrence === 0 ? first : chunkId({ ...identity, occurrence }),
      embeddingHash: embeddingTextHash(passagesFor(draft, path, counter)),
      fields: searchFieldsOf(draft, path),
    };
  });
}

/** Bytes of one file → chunks ready to write, or the reason to leave it out. Depends on the task alone. */
export async function prepareFile(task: PrepareTask, counter: TokenCounter): Promise<PrepareResult> {
  const refusal = contentSkipReason(task.bytes, task.path);
  if (refusal) return { outcome: 'skipped', reason: refusal.reason, detail: refusal.detail ?? null };
  const text = decodeText(task.bytes);
  if (text.trim() === '') return { outcome: 'skipped', reason: 'empty', detail: null };
  const { drafts: found, graph } = await contentOf(task, text, counter);
  const drafts = found.map((draft) => withPageAddress(draft, task));
  return {
    outcome: 'prepared',
    file: {
      path: task.path,
      role: task.role,
      language: task.language,
      contentHash: contentHashOf(task.bytes),
      sizeBytes: task.bytes.byteLength,
      // The line end that closes the file begins no line.
      lineCount: text.split('\n').length - Number(text.endsWith('\n')),
      title: drafts[0]?.title ?? '',
      imports: [...new Set(drafts.flatMap((draft) => draft.metadata.imports ?? []))].sort(),
      chunks: identify(drafts.map(withUsedImports), task.sourceName, task.path, counter),
      graph,
      deprecations: fileDeprecations({ path: task.path, role: task.role, language: task.language, text }, drafts),
      deflatedText: deflateRawSync(text, { level: 6 }),
    },
  };
}
