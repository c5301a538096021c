import { z } from 'zod';
import type { CodePlace } from '../../../contract/reading.ts';
import { traceCalls as trace, traceDirections, type TraceAnswer, type TraceStep } from '../../graph/trace-calls.ts';
import { bytesOf, jsonBytes } from '../budget.ts';
import { oneLine } from '../markdown.ts';
import { decodePageCursor, encodePageCursor } from '../page-cursor.ts';
import { defineTool } from '../tool.ts';
import { answerFields, depthField, nameField } from './common-input.ts';
import { nothingText, orNothing, toolWords } from './nothing-found.ts';
import { shortId, wholeId } from './chunk-id.ts';

/** Unit: tokens. */
const defaultTokens = 2_000;
const aroundBytes = 1_200;
const mostUnresolved = 20;

const placeSchema = z.object({
  chunk_id: z.string(),
  symbol: z.string().nullable(),
  source: z.string(),
  path: z.string(),
  lines: z.array(z.int()).length(2),
});

export const traceCalls = defineTool({
  name: 'trace_calls',
  title: 'Follow calls',
  description:
    'Who calls a function or method (direction callers), what it calls (callees, the default), and what yields a type. Give symbol: Class.method, a function, module.name or a chunk id; or yields alone: everything that yields this class. symbol with yields keeps the ways that lead to it. Edges say how sure they are; what could not be resolved is listed. Python so far. grep finds the same name everywhere; this follows inheritance and imports.',
  input: z.strictObject({
    symbol: nameField.optional().describe('as the code has it, or an id'),
    direction: z.enum(traceDirections).optional(),
    depth: depthField.optional().describe('calls to follow, 1 to 8, default 2'),
    yields: nameField.optional().describe('class that is yielded'),
    ...answerFields,
  }),
  output: z.object({
    direction: z.enum(traceDirections).optional(),
    depth: z.int().optional(),
    roots: z.array(placeSchema),
    steps: z.array(
      z.object({
        ...placeSchema.shape,
        depth: z.int(),
        parent: z.int().nullable().describe('place in the whole list of the step before; null behind a root'),
        root: z.int(),
        kind: z.enum(['calls', 'yields']),
        name: z.string().optional().describe('as the code writes it, where that differs'),
        line: z.int(),
        confidence: z.string().optional().describe('absent when certain'),
        seen: z.boolean().optional().describe('what is behind it was given before'),
      }),
    ),
    first_step: z.int().describe('place of the first step of this answer in the whole list'),
    total: z.int(),
    unresolved: z.array(z.string()),
    truncated: z.boolean(),
    next_cursor: z.string().nullable(),
    advice: z.array(z.string()).optional(),
    empty_reason: z.enum(['not-indexed', 'not-found', 'no-edges']).nullable(),
    nearest: z.array(z.object({ id: z.string(), title: z.string(), source: z.string(), path: z.string() })).optional(),
  }),
  aliases: { name: 'symbol', chunk_id: 'symbol', type: 'yields' },
  run: (input, context) =>
    orNothing(
      async () => {
        const answer = await context.parts.answering.use((hub) => {
          const given = input.symbol;
          const symbol = given !== undefined && /^[0-9a-f]{8,64}$/.test(given) ? (wholeId(hub, given) ?? given) : given;
          const { direction, depth, yields } = input;
          return trace(hub.connection, { symbol, direction, depth, yields });
        });
        return answerOf(answer, input);
      },
      { words: input.symbol ?? input.yields ?? '', tool: 'api', context },
      (nothing) => ({
        structured: {
          roots: [],
          steps: [],
          first_step: 0,
          total: 0,
          unresolved: [],
          truncated: false,
          next_cursor: null,
          advice: [nothing.message],
          empty_reason: nothing.reason,
          nearest: nothing.nearest,
        },
        text: nothingText(nothing),
        facts: { outcome: 'empty' as const, hits: 0, message: nothing.reason },
      }),
    ),
});

interface TraceInput {
  symbol?: string | undefined;
  direction?: string | undefined;
  depth?: number | undefined;
  yields?: string | undefined;
  cursor?: string | undefined;
  max_tokens?: number | undefined;
  response_format?: 'concise' | 'detailed' | undefined;
}

type PlaceView = z.output<typeof placeSchema>;
type StepView = PlaceView & {
  depth: number;
  parent: number | null;
  root: number;
  kind: TraceStep['kind'];
  name?: string;
  line: number;
  confidence?: string;
  seen?: boolean;
};

function answerOf(answer: TraceAnswer, input: TraceInput) {
  const { roots, steps, direction, depth } = answer;
  const of = ['trace_calls', input.symbol, direction, depth, input.yields, steps.length];
  const from = decodePageCursor(input.cursor, of);
  const budget = Math.max(
    400,
    bytesOf(input.max_tokens ?? defaultTokens * (input.response_format === 'detailed' ? 3 : 1)) - aroundBytes,
  );
  const views = steps.map((step) => stepView(step, calledBy(answer, step)));
  let left = budget;
  let end = from;
  for (const [index, view] of views.entries()) {
    if (index < from) continue;
    left -= Math.max(jsonBytes(view), Buffer.byteLength(stepLine(view, direction)) + 1);
    if (left < 0 && end > from) break;
    end += 1;
  }
  const shown = views.slice(from, end);
  const next = end < views.length ? encodePageCursor(end, of) : null;
  const unresolved = answer.unresolved.slice(0, mostUnresolved);
  const advice = answer.advice.map(toolWords);
  const isEmpty = steps.length === 0;
  const lines: string[] = [];
  for (const [index, place] of roots.entries()) {
    const own = shown.filter(({ root }) => root === index);
    if (own.length === 0 && from > 0) continue;
    const view = placeView(place);
    lines.push(`${nameOf(view)} · ${whereOf(view)} · id ${view.chunk_id}`, ...own.map((step) => stepLine(step, direction)));
  }
  return {
    structured: {
      direction,
      depth,
      roots: roots.map(placeView),
      steps: shown,
      first_step: from,
      total: steps.length,
      unresolved,
      truncated: next !== null || answer.cut || unresolved.length < answer.unresolved.length,
      next_cursor: next,
      ...(advice.length > 0 ? { advice } : {}),
      empty_reason: isEmpty ? ('no-edges' as const) : null,
    },
    text: [
      ...lines,
      ...(unresolved.length > 0 ? [`Not resolved: ${unresolved.map(oneLine).join(', ')}`] : []),
      ...advice,
      ...(next === null ? [] : [`Steps ${from + 1}-${end} of ${steps.length}. More: cursor "${next}"`]),
    ].join('\n'),
    facts: {
      outcome: isEmpty ? ('empty' as const) : ('answered' as const),
      hits: steps.length,
      message: isEmpty ? 'no-edges' : null,
      sources: [...new Set(roots.map(({ source }) => source))],
    },
  };
}

function placeView({ chunkId, symbol, source, path, lines }: CodePlace): PlaceView {
  return { chunk_id: shortId(chunkId), symbol, source, path, lines: [lines.start, lines.end] };
}

/** What the name in a step's line stands for. */
function calledBy({ direction, roots, steps }: TraceAnswer, step: TraceStep): CodePlace | undefined {
  if (direction === 'callees') return step.place;
  return step.parent === null ? roots[step.root] : steps[step.parent]?.place;
}

function stepView(
  { place, depth, parent, root, kind, name, line, confidence, seen }: TraceStep,
  called: CodePlace | undefined,
): StepView {
  const last = (text: string): string => text.slice(text.lastIndexOf('.') + 1);
  const isSame = last(name) === last(called?.symbol ?? '');
  return {
    ...placeView(place),
    depth,
    parent,
    root,
    kind,
    ...(isSame ? {} : { name }),
    line,
    ...(confidence === 'certain' ? {} : { confidence }),
    ...(seen ? { seen } : {}),
  };
}

function nameOf({ symbol }: PlaceView): string {
  return symbol === null ? 'module' : oneLine(symbol);
}

function whereOf({ source, path, lines }: PlaceView): string {
  return `${source}:${path}:${lines[0]}-${lines[1]}`;
}

function stepLine(step: StepView, direction: TraceAnswer['direction']): string {
  const arrow =
    step.kind === 'yields' ? (direction === 'callers' ? 'yielded by' : 'yields') : direction === 'callers' ? '<-' : '->';
  const written = step.name === undefined ? '' : ` (${oneLine(step.name)})`;
  return `${'  '.repeat(step.depth)}${arrow} ${nameOf(step)}${written}${step.confidence === undefined ? '' : ` ${step.confidence}`}${step.seen ? ' (above)' : ''} · ${whereOf(step)}, line ${step.line} · id ${step.chunk_id}`;
}
