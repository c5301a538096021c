import { z } from 'zod';
import { HubError } from '../../../contract/errors.ts';
import { bytesOf, linesWithin } from '../budget.ts';
import { counted, dataNotice, fenced, oneLine } from '../markdown.ts';
import { decodePageCursor, encodePageCursor } from '../page-cursor.ts';
import { defineTool } from '../tool.ts';
import { answerFields, flagField, longestPath, nameField } from './common-input.ts';
import { nothingText, orNothing } from './nothing-found.ts';

/** Unit: tokens. */
const defaultTokens = 8_000;
const aroundBytes = 2_000;
/** Read at once of one example; what is behind it is listed. Unit: characters. */
const mostRead = 2_000_000;
const mostTags = 12;
const mostLeftOut = 40;

const tooLarge = 'the example is too large to give it whole; read it with get_code_snippet and path';

const isReadme = (path: string): boolean => /(^|\/)readme(\.\w+)?$/i.test(path);

const fileSchema = z.object({
  path: z.string(),
  language: z.string(),
  line_count: z.int(),
  source_url: z.string().optional(),
  content: z.string(),
  truncated: z.boolean().optional().describe('only the beginning of a file that is longer than the whole budget'),
});

export const getExample = defineTool({
  name: 'get_example',
  title: 'Read an example',
  description:
    'The whole files of one example project, entry files first. Give example_id (from search_examples) or path, the folder or one of its files. Files come whole; those that do not fit are listed with their size, and next_cursor or get_code_snippet gives them. Use it after search_examples, when a passage is not enough.',
  input: z.strictObject({
    example_id: nameField.optional().describe('id of a hit'),
    path: z.string().min(1).max(longestPath).optional().describe('folder or file of the example'),
    include_readme: flagField.optional().describe('default true'),
    ...answerFields,
  }),
  output: z.object({
    example_id: z.string().optional(),
    source: z.string().optional(),
    repo: z.string().optional(),
    root: z.string().optional(),
    summary: z.string().optional(),
    execution_mode: z.string().optional(),
    version_pin: z.string().nullable().optional(),
    capability_tags: z.array(z.string()).optional(),
    files: z.array(fileSchema).optional(),
    left_out: z.array(z.object({ path: z.string(), line_count: z.int(), reason: z.string() })).optional(),
    truncated: z.boolean().optional(),
    next_cursor: z.string().nullable().optional(),
    empty_reason: z.enum(['not-indexed', 'not-found']).nullable(),
    message: z.string().optional(),
    nearest: z.array(z.object({ id: z.string(), title: z.string(), source: z.string(), path: z.string() })).optional(),
  }),
  aliases: { id: 'example_id', chunk_id: 'example_id', root: 'path' },
  run: async (input, context) => {
    const reference = input.example_id ?? input.path;
    if (reference === undefined) throw new HubError('usage', 'get_example needs example_id or path.');
    if (input.example_id !== undefined && input.path !== undefined)
      throw new HubError('usage', 'get_example takes example_id or path, not both.');
    return orNothing(
      async () => {
        const example = await context.parts.answering.use((hub) => hub.documents().example(reference, mostRead));
        const all = example.files.filter(({ path }) => input.include_readme !== false || !isReadme(path));
        const of = ['get_example', reference, input.include_readme ?? true, example.root, all.length];
        const from = decodePageCursor(input.cursor, of);
        const detailed = input.response_format === 'detailed';
        const budget = Math.max(400, bytesOf(input.max_tokens ?? defaultTokens) - aroundBytes);
        const { files, leftOut: over, next } = pick(all, from, budget);
        const leftOut = [
          ...over,
          ...example.leftOut.map(({ path, lineCount }) => ({ path, line_count: lineCount, reason: tooLarge })),
        ];
        const truncated = leftOut.length > 0 || files.some((file) => file.truncated);
        const nextCursor = next === null ? null : encodePageCursor(next, of);
        const tags = example.tags.slice(0, mostTags).map(({ name }) => name);
        return {
          structured: {
            ...(input.example_id === undefined ? {} : { example_id: input.example_id }),
            source: example.source,
            repo: example.repo,
            root: example.root,
            summary: example.summary,
            execution_mode: example.executionMode,
            version_pin: example.versionPin,
            capability_tags: tags,
            files: files.map(({ path, language, lineCount, sourceUrl, content, truncated: cut }) => ({
              path,
              language,
              line_count: lineCount,
              ...(detailed && sourceUrl !== null ? { source_url: sourceUrl } : {}),
              content,
              ...(cut ? { truncated: true } : {}),
            })),
            left_out: leftOut.slice(0, mostLeftOut),
            truncated,
            next_cursor: nextCursor,
            empty_reason: null,
          },
          text: [
            `${example.source}:${example.root} · ${counted(all.length, 'file')} · ${example.executionMode}${example.versionPin === null ? '' : ` · ${oneLine(example.versionPin)}`}`,
            ...(example.summary === '' ? [] : [oneLine(example.summary)]),
            ...(tags.length > 0 ? [`Tags: ${tags.join(', ')}`] : []),
            dataNotice,
            ...files.flatMap(({ path, language, lineCount, sourceUrl, content, truncated: cut }) => [
              '',
              `${path} (${cut ? `the beginning of ${counted(lineCount, 'line')}; go on with get_code_snippet and path` : counted(lineCount, 'line')})${detailed && sourceUrl !== null ? ` ${sourceUrl}` : ''}`,
              fenced(content, language),
            ]),
            ...(leftOut.length > 0 ? ['', 'Left out:'] : []),
            ...leftOut
              .slice(0, mostLeftOut)
              .map(({ path, line_count, reason }) => `- ${path} (${counted(line_count, 'line')}): ${reason}`),
            ...(leftOut.length > mostLeftOut ? [`and ${leftOut.length - mostLeftOut} more`] : []),
            ...(nextCursor === null ? [] : [`More: cursor "${nextCursor}"`]),
          ].join('\n'),
          facts: { hits: files.length, sources: [example.source] },
        };
      },
      { words: reference, tool: 'examples', context },
      (nothing) => ({
        structured: { empty_reason: nothing.reason, message: nothing.message, nearest: nothing.nearest },
        text: nothingText(nothing),
        facts: { outcome: 'empty', hits: 0, message: nothing.reason },
      }),
    );
  },
});

interface ExampleFile {
  path: string;
  language: string;
  lineCount: number;
  sourceUrl: string | null;
  content: string;
}

/** Whole files from one on, as many as fit in their order. A first file that is longer than everything gives its beginning: no answer is without code. */
function pick(
  all: readonly ExampleFile[],
  from: number,
  budget: number,
): {
  files: (ExampleFile & { truncated: boolean })[];
  leftOut: { path: string; line_count: number; reason: string }[];
  next: number | null;
} {
  const files: (ExampleFile & { truncated: boolean })[] = [];
  let left = budget;
  let next = from;
  for (const file of all.slice(from)) {
    const size = Buffer.byteLength(file.content);
    if (size > left && files.length > 0) break;
    if (size > left) {
      const lines = file.content.split('\n');
      files.push({ ...file, content: lines.slice(0, linesWithin(lines, left)).join('\n'), truncated: true });
    } else files.push({ ...file, truncated: false });
    left -= size;
    next += 1;
  }
  const leftOut = all.slice(next).map(({ path, lineCount, content }) => ({
    path,
    line_count: lineCount,
    reason: `${content.length} characters, over this answer's budget`,
  }));
  return { files, leftOut, next: next < all.length ? next : null };
}
