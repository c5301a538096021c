import { z } from 'zod';
import { HubError } from '../../../contract/errors.ts';
import { readableMarkdown } from '../../../core/chunking/documents/readable-markdown.ts';
import type { DocumentAnswer } from '../../retrieval/documents.ts';
import { bytesOf, linesWithin } from '../budget.ts';
import { dataNotice, fenced, oneLine } from '../markdown.ts';
import { decodePageCursor, encodePageCursor } from '../page-cursor.ts';
import { defineTool } from '../tool.ts';
import { answerFields, longestPath, nameField } from './common-input.ts';
import { nothingText, orNothing } from './nothing-found.ts';

/** Unit: tokens. */
const defaultTokens = 6_000;
/** What stands around the text. Unit: bytes. */
const aroundBytes = 1_500;
const mostSections = 60;
const mostAlternatives = 5;

const nothingSchema = { empty_reason: z.enum(['not-indexed', 'not-found']).nullable(), message: z.string().optional() };

export const getDoc = defineTool({
  name: 'get_doc',
  title: 'Read a page',
  description:
    'One page of the indexed documentation as Markdown, or one of its sections. Give doc_id (from search_docs), or path: a repository path, a site path with or without extension and slash, or a URL. section takes a heading of the page; without such a heading you get the whole page and its headings. Long pages come in parts: go on with next_cursor.',
  input: z.strictObject({
    doc_id: nameField.optional().describe('id of a hit; its first eight digits are enough'),
    path: z.string().min(1).max(longestPath).optional().describe('path or URL'),
    section: nameField.optional().describe('heading'),
    ...answerFields,
  }),
  output: z.object({
    doc_id: z.string().optional(),
    title: z.string().optional(),
    source: z.string().optional(),
    repo: z.string().optional(),
    path: z.string().optional(),
    source_url: z.string().nullable().optional(),
    section: z.string().nullable().optional(),
    content: z.string().optional(),
    sections: z.array(z.string()).optional().describe('headings of the page'),
    total_lines: z.int().optional(),
    truncated: z.boolean().optional(),
    next_cursor: z.string().nullable().optional(),
    alternatives: z.array(z.object({ source: z.string(), path: z.string() })).optional(),
    nearest: z.array(z.object({ id: z.string(), title: z.string(), source: z.string(), path: z.string() })).optional(),
    ...nothingSchema,
  }),
  aliases: { id: 'doc_id', chunk_id: 'doc_id', url: 'path', heading: 'section' },
  run: async (input, context) => {
    const reference = input.doc_id ?? input.path;
    if (reference === undefined) throw new HubError('usage', 'get_doc needs doc_id or path.');
    if (input.doc_id !== undefined && input.path !== undefined)
      throw new HubError('usage', 'get_doc takes doc_id or path, not both.');
    return orNothing(
      async () => {
        const { page, note } = await context.parts.answering.use((hub) =>
          sectionOrPage(hub.documents(), reference, input.section),
        );
        const lines = linesOf(page);
        const of = ['get_doc', reference, input.section, page.path, lines.length];
        const from = decodePageCursor(input.cursor, of);
        const budget = Math.max(400, bytesOf(input.max_tokens ?? defaultTokens) - aroundBytes);
        const count = linesWithin(lines.slice(from), budget);
        const end = from + count;
        const content = lines.slice(from, end).join('\n');
        const truncated = end < lines.length;
        const next = truncated ? encodePageCursor(end, of) : null;
        const sections = page.outline.map(({ text }) => text);
        const listed = input.response_format === 'detailed' || note !== null || truncated ? sections.slice(0, mostSections) : [];
        const alternatives = page.alternatives.slice(0, mostAlternatives).map(({ source, path }) => ({ source, path }));
        return {
          structured: {
            ...(input.doc_id === undefined ? {} : { doc_id: input.doc_id }),
            title: page.title,
            source: page.source,
            repo: page.repo,
            path: page.path,
            source_url: page.sourceUrl,
            section: page.section,
            content,
            ...(listed.length > 0 ? { sections: listed } : {}),
            total_lines: lines.length,
            truncated,
            next_cursor: next,
            ...(alternatives.length > 0 ? { alternatives } : {}),
            ...(note === null ? {} : { message: note }),
            empty_reason: null,
          },
          text: [
            `${oneLine(page.title)}${page.section === null ? '' : ` › ${oneLine(page.section)}`} · ${page.source}:${page.path}:${page.lines.start}-${page.lines.end}${page.sourceUrl === null ? '' : ` · ${page.sourceUrl}`}`,
            ...(note === null ? [] : [note]),
            dataNotice,
            fenced(content, 'markdown'),
            ...(next === null ? [] : [`Lines ${from + 1}-${end} of ${lines.length}. More: cursor "${next}"`]),
            ...(listed.length > 0 ? [`Sections: ${listed.map(oneLine).join(' · ')}`] : []),
            ...alternatives.map(({ source, path }) => `Also fits: ${source}:${path}`),
          ].join('\n'),
          facts: { hits: 1, sources: [page.source] },
        };
      },
      { words: reference, tool: 'docs', context },
      (nothing) => ({
        structured: { empty_reason: nothing.reason, message: nothing.message, nearest: nothing.nearest },
        text: nothingText(nothing),
        facts: { outcome: 'empty', hits: 0, message: nothing.reason },
      }),
    );
  },
});

/** The section; the whole page with a note where it has none of that name. */
function sectionOrPage(
  documents: { document(reference: string, section?: string): DocumentAnswer },
  reference: string,
  section: string | undefined,
): { page: DocumentAnswer; note: string | null } {
  const whole = documents.document(reference);
  if (section === undefined) return { page: whole, note: null };
  try {
    return { page: documents.document(reference, section), note: null };
  } catch (error) {
    if (!(error instanceof HubError) || error.code !== 'not-found') throw error;
    return { page: whole, note: `There is no section “${oneLine(section)}”; this is the whole page.` };
  }
}

/** Lines as a reader wants them: components of MDX turned into Markdown. */
function linesOf(page: DocumentAnswer): string[] {
  return (/\.mdx?$/i.test(page.path) ? readableMarkdown(page.content, page.path).text : page.content)
    .replace(/\r\n/g, '\n')
    .trimEnd()
    .split('\n');
}
