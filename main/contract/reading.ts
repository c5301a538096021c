import { z } from 'zod';
import { call } from './procedure.ts';
import { lineRangeSchema, searchHitSchema } from './search.ts';
import { chunkTypes, contentTypes, editors } from './vocabulary.ts';

export { editors, type Editor } from './vocabulary.ts';

/** A chunk, or a place in a file, that something else points at. */
const codePlaceSchema = z.object({
  chunkId: z.string(),
  source: z.string(),
  path: z.string(),
  symbol: z.string().nullable(),
  lines: lineRangeSchema,
});
export type CodePlace = z.output<typeof codePlaceSchema>;

export const fileViewSchema = z.object({
  source: z.string(),
  repo: z.string(),
  path: z.string(),
  role: z.enum(contentTypes),
  language: z.string(),
  title: z.string(),
  lineCount: z.int(),
  text: z.string(),
  sourceUrl: z.string().nullable().describe('address of the page, or of the file at its commit'),
  commit: z.string().nullable(),
  checkedAt: z.string().nullable(),
  isDocument: z.boolean().describe('Markdown that is to be rendered; code otherwise'),
  readable: z
    .object({
      text: z
        .string()
        .describe('plain Markdown: components, HTML and module statements turned into text, as chunks are made of it'),
      lines: z.array(z.int().min(1)).describe('for each line of that text the line of the file it came from'),
    })
    .optional()
    .describe('of a document that is to be rendered'),
  outline: z.array(
    z.object({
      depth: z.int().min(1),
      text: z.string(),
      line: z.int().min(1),
      kind: z.enum(['heading', 'class', 'function', 'method', 'type']),
    }),
  ),
  chunks: z.array(
    z.object({
      chunkId: z.string(),
      chunkType: z.enum(chunkTypes),
      symbol: z.string().nullable(),
      section: z.array(z.string()),
      lines: lineRangeSchema,
      sourceUrl: z.string().nullable().describe('permalink of these lines'),
    }),
  ),
  opensAt: lineRangeSchema.nullable().describe('lines of the chunk that was asked for'),
});
export type FileView = z.output<typeof fileViewSchema>;

/** By chunk id, or by source and path. */
export const fileReferenceSchema = z.union([
  z.strictObject({ chunkId: z.string().min(8).max(64) }),
  z.strictObject({ source: z.string().min(1).max(200), path: z.string().min(1).max(4096) }),
]);

export const edgeSchema = z.object({
  kind: z.enum(['calls', 'yields']),
  /** The other end: the caller, or what is called; null when it could not be resolved to a chunk. */
  place: codePlaceSchema.nullable(),
  name: z.string().describe('as written in the code'),
  line: z.int().nullable(),
  confidence: z.enum(['certain', 'likely', 'unresolved']),
});

export const callGraphSchema = z.object({
  symbol: z.string().nullable(),
  callers: z.array(edgeSchema),
  callees: z.array(edgeSchema),
  more: z.object({ callers: z.int(), callees: z.int() }).describe('edges that were left out'),
});
export type CallGraph = z.output<typeof callGraphSchema>;

/** Reading what was found. */
export const readingProcedures = {
  'read.file': call(fileReferenceSchema, fileViewSchema),
  /** Chunks that mean nearly the same, by cosine of their vectors; empty with a reason where there are no vectors. */
  'read.neighbours': call(
    z.strictObject({ chunkId: z.string().min(8).max(64), limit: z.int().min(1).max(50).default(12) }),
    z.object({ reason: z.string().nullable(), hits: z.array(searchHitSchema.extend({ similarity: z.number() })) }),
  ),
  /** Who calls a chunk, what it calls, what it yields. */
  'read.callGraph': call(z.strictObject({ chunkId: z.string().min(8).max(64) }), callGraphSchema),
  /** Which editors this machine has. */
  'editor.list': call(z.strictObject({}), z.array(z.object({ editor: z.enum(editors), title: z.string(), found: z.boolean() }))),
  /** Opens a file at a line: the file itself where it is on this machine, else a read-only copy of what was indexed. */
  'editor.open': call(
    z.strictObject({
      source: z.string().min(1).max(200),
      path: z.string().min(1).max(4096),
      line: z.int().min(1).default(1),
      editor: z.enum(editors),
    }),
    z.object({ opened: z.string().describe('absolute path'), isCopy: z.boolean() }),
  ),
  /** Shows the folder of a source in the system's file manager; throws `usage` where the source has none on this machine. */
  'editor.reveal': call(
    z.strictObject({ source: z.string().min(1).max(200) }),
    z.object({ opened: z.string().describe('absolute path') }),
  ),
};
