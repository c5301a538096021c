import { z } from 'zod';
import { deprecationStatuses, type DeprecationAnswer, type DeprecationEvidence } from '../../../contract/deprecations.ts';
import { findDeprecations } from '../../deprecations/find-deprecations.ts';
import { oneLine } from '../markdown.ts';
import { defineTool } from '../tool.ts';
import { shortId } from './chunk-id.ts';
import { answerFields, nameField } from './common-input.ts';

const mostEntries = 5;
const mostRelated = 5;
const longestNote = 300;

const entrySchema = z.object({
  symbol: z.string(),
  kind: z.string(),
  origin: z.string().describe('code, release-notes or docs'),
  version: z.string().nullable(),
  removal: z.string().optional(),
  replacement: z.string().optional(),
  note: z.string(),
  chunk_id: z.string(),
  source: z.string(),
  path: z.string(),
  lines: z.array(z.int()).length(2),
});

export const checkDeprecation = defineTool({
  name: 'check_deprecation',
  title: 'Is it deprecated?',
  description:
    'Whether a class, function, method, parameter, module or import path of an indexed library is deprecated, removed or renamed, with version, replacement and evidence from code, release notes and docs. Ask before you recommend or keep a symbol. “not-known” means that it is there and nothing speaks against it; “not-found” that the index has nothing of that name: then check the spelling, not the code. version leaves out what only later versions deprecate.',
  input: z.strictObject({
    symbol: nameField.describe('Name, Owner.member or package.module'),
    library: nameField.optional().describe('source or repository to look in'),
    version: nameField.optional().describe('version in use'),
    pipecat_version: nameField.optional().describe('the same as version'),
    response_format: answerFields.response_format,
  }),
  output: z.object({
    symbol: z.string(),
    status: z.enum(deprecationStatuses),
    deprecated: z.boolean().describe('whether it should be left: deprecated or removed'),
    deprecated_in: z.string().nullable(),
    removed_in: z.string().nullable(),
    replacement: z.string().nullable(),
    note: z.string(),
    entries: z.array(entrySchema),
    related: z.array(entrySchema).optional().describe('its members and parameters, or others of the same last name'),
    definitions: z.array(z.object({ symbol: z.string(), chunk_id: z.string(), source: z.string(), path: z.string() })).optional(),
    nearest: z.array(z.string()).optional(),
  }),
  aliases: { name: 'symbol', repo: 'library', source: 'library' },
  run: async (input, context) => {
    const { symbol, library } = input;
    const version = input.version ?? input.pipecat_version;
    const answer = await context.parts.answering.use((hub) => findDeprecations(hub.connection, { symbol, library, version }));
    const detailed = input.response_format === 'detailed';
    const factor = detailed ? 4 : 1;
    const entries = answer.entries.slice(0, mostEntries * factor).map((entry) => entryView(entry, detailed));
    const related = answer.related.slice(0, mostRelated * factor).map((entry) => entryView(entry, detailed));
    const definitions = answer.definitions.map((one) => ({
      symbol: one.symbol,
      chunk_id: shortId(one.chunkId),
      source: one.source,
      path: one.path,
    }));
    return {
      structured: {
        symbol: answer.symbol,
        status: answer.status,
        deprecated: answer.status === 'deprecated' || answer.status === 'removed',
        deprecated_in: answer.since,
        removed_in: answer.removal,
        replacement: answer.replacement,
        note: answer.message,
        entries,
        ...(related.length > 0 ? { related } : {}),
        ...(definitions.length > 0 && (detailed || entries.length === 0) ? { definitions } : {}),
        ...(answer.nearest.length > 0 ? { nearest: answer.nearest } : {}),
      },
      text: textOf(answer, entries, related, definitions),
      facts: {
        outcome: answer.status === 'not-found' ? 'empty' : 'answered',
        hits: answer.entries.length,
        message: answer.status,
        sources: [...new Set(answer.entries.map(({ source }) => source))],
      },
    };
  },
});

type EntryView = z.output<typeof entrySchema>;

function entryView(entry: DeprecationEvidence, detailed: boolean): EntryView {
  const { symbol, kind, origin, version, removal, replacement, note, chunkId, source, path, lines } = entry;
  return {
    symbol,
    kind,
    origin,
    version,
    ...(removal === null ? {} : { removal }),
    ...(replacement === null ? {} : { replacement }),
    note: detailed ? note : oneLine(note).slice(0, longestNote),
    chunk_id: shortId(chunkId),
    source,
    path,
    lines: [lines.start, lines.end],
  };
}

function textOf(
  answer: DeprecationAnswer,
  entries: readonly EntryView[],
  related: readonly EntryView[],
  definitions: readonly { symbol: string; chunk_id: string; source: string; path: string }[],
): string {
  const line = ({ symbol, kind, origin, version, note, source, path, lines, chunk_id }: EntryView): string =>
    `- ${oneLine(symbol)} ${kind}${version === null ? '' : ` in ${version}`} (${origin}): “${oneLine(note)}” · ${source}:${path}:${lines[0]}-${lines[1]} · id ${chunk_id}`;
  return [
    `${answer.status}: ${answer.message}`,
    ...entries.map(line),
    ...(related.length > 0 ? ['Related:', ...related.map(line)] : []),
    ...(entries.length > 0
      ? []
      : definitions.map(
          ({ symbol, source, path, chunk_id }) => `Defined: ${oneLine(symbol)} · ${source}:${path} · id ${chunk_id}`,
        )),
  ].join('\n');
}
