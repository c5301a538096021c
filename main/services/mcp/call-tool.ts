import type { CallToolResult } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { asHubError, HubError } from '../../contract/errors.ts';
import type { McpOutcome } from '../../contract/mcp.ts';
import { estimateTokens } from './budget.ts';
import type { AnswerFacts, McpTool, ToolContext } from './tool.ts';

/** Longest arguments that the log keeps. Unit: characters. */
const longestLogged = 4_000;
/** Deepest arguments that are read. No tool takes more than a list. */
const deepest = 64;

/** Checks the arguments, runs the tool and writes the call into the log. Never throws: what went wrong is a text that says what to do. */
export async function callTool(tool: McpTool, given: unknown, context: ToolContext): Promise<CallToolResult> {
  const startedAt = performance.now();
  const calledAt = new Date().toISOString();
  const log = (result: CallToolResult, outcome: McpOutcome, facts: AnswerFacts): CallToolResult => {
    const text = result.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
    context.parts.log.add(
      {
        calledAt,
        ...context.caller,
        tool: tool.name,
        arguments: isTooDeep(given) ? '(nested too deeply)' : JSON.stringify(given ?? {}).slice(0, longestLogged),
        outcome,
        message: facts.message ?? null,
        hits: facts.hits ?? null,
        topScore: facts.topScore ?? null,
        lowConfidence: facts.lowConfidence ?? null,
        tokens: estimateTokens(text),
        elapsedMs: Math.round((performance.now() - startedAt) * 100) / 100,
        queryId: facts.queryId ?? null,
        search: facts.search ?? null,
        sources: facts.sources ?? [],
      },
      result.structuredContent,
    );
    return result;
  };
  try {
    const input = checkArguments(tool, given) as never;
    const answer = await context.parts.rightOfWay.during(() =>
      tool.atOnce
        ? tool.run(input, context)
        : context.parts.queue.run(context.client, () => tool.run(input, context), context.signal),
    );
    return log(
      { content: [{ type: 'text', text: answer.text }], structuredContent: answer.structured },
      answer.facts?.outcome ?? 'answered',
      answer.facts ?? {},
    );
  } catch (thrown) {
    const error = asHubError(thrown);
    const outcome = error.code === 'usage' ? 'refused' : error.code === 'cancelled' ? 'cancelled' : 'failed';
    return log({ content: [{ type: 'text', text: error.message }], isError: true }, outcome, { message: error.message });
  }
}

/** The parsed arguments; throws `usage` with what there is where one is unknown, missing or off. */
function checkArguments(tool: McpTool, given: unknown): unknown {
  if (given !== undefined && (typeof given !== 'object' || given === null || Array.isArray(given)))
    throw new HubError('usage', `The arguments of ${tool.name} must be an object.`);
  if (isTooDeep(given))
    throw new HubError('usage', `These arguments are nested too deeply. Those of ${tool.name}: ${argumentsOf(tool)}.`);
  const entries = Object.entries((given ?? {}) as Record<string, unknown>)
    // A null stands for "not given" with clients that fill every field in.
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => [Object.hasOwn(tool.aliases, name) ? tool.aliases[name]! : name, value] as const);
  const valid = Object.keys(tool.input.shape);
  const unknown = entries.map(([name]) => name).filter((name) => !valid.includes(name));
  if (unknown.length > 0)
    throw new HubError(
      'usage',
      `${tool.name} has no argument ${unknown.map((name) => `“${name.slice(0, 100)}”`).join(', ')}. Its arguments: ${argumentsOf(tool)}.`,
    );
  const names = entries.map(([name]) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new HubError('usage', `“${twice}” was given twice, once by another name.`);
  const parsed = tool.input.safeParse(
    Object.fromEntries(entries.map(([name, value]) => [name, fromText(tool.input.shape[name] as z.ZodType, value)])),
  );
  if (parsed.success) return parsed.data;
  throw new HubError(
    'usage',
    `${parsed.error.issues.map((issue) => problemOf(issue)).join(' ')} Arguments of ${tool.name}: ${argumentsOf(tool)}.`,
  );
}

/** Without recursion, which is what deep nesting breaks. */
function isTooDeep(given: unknown): boolean {
  let level = [given];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) return true;
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? (Object.values(value) as unknown[]) : []));
  }
  return false;
}

/** Numbers and flags may come as text: some clients send every argument so. */
function fromText(schema: z.ZodType, value: unknown): unknown {
  const inner = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
  if (typeof value !== 'string') return value;
  if (inner instanceof z.ZodNumber && /^\d{1,15}$/.test(value)) return Number(value);
  if (inner instanceof z.ZodBoolean && (value === 'true' || value === 'false')) return value === 'true';
  return value;
}

function problemOf({ path, message }: z.core.$ZodIssue): string {
  return path.length === 0 ? `${message}.` : `“${path.join('.')}”: ${message}.`;
}

function argumentsOf(tool: McpTool): string {
  return Object.entries(tool.input.shape)
    .map(([name, schema]) => ((schema as z.ZodType).safeParse(undefined).success ? name : `${name} (required)`))
    .join(', ');
}
