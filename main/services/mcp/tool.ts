import type { z } from 'zod';
import type { McpCall, McpOutcome } from '../../contract/mcp.ts';
import type { OwnParts } from '../procedures/own-parts.ts';
import type { UserData } from '../../store/user-data/user-data.ts';
import type { RightOfWay } from '../runtime/right-of-way.ts';
import type { CallQueue } from './call-queue.ts';
import type { CallLog } from './call-log.ts';

/** What tools answer from. */
export type ToolParts = Pick<OwnParts, 'version' | 'dataDirectory' | 'answering' | 'weights' | 'overview' | 'state'> & {
  userData: UserData;
  /** Agents' calls have it. */
  rightOfWay: RightOfWay;
  log: CallLog;
  queue: CallQueue;
};

/** Who asks. The name is known once the client has said it. */
export type Caller = Pick<McpCall, 'transport' | 'client' | 'clientVersion' | 'session' | 'project'>;

export interface ToolContext {
  parts: ToolParts;
  caller: Caller;
  /** Whose turn it is: the same for all calls of a connection. */
  client: object;
  signal: AbortSignal;
}

/** What the log keeps of an answer. */
export type AnswerFacts = Partial<
  Pick<McpCall, 'hits' | 'topScore' | 'lowConfidence' | 'queryId' | 'search' | 'sources' | 'message'>
> & { outcome?: Extract<McpOutcome, 'answered' | 'empty'> };

export interface ToolAnswer<Structured = Record<string, unknown>> {
  structured: Structured;
  /** The same in Markdown, for clients that show text. */
  text: string;
  facts?: AnswerFacts;
}

/** One tool, whatever the transport. */
export interface McpTool {
  name: string;
  title: string;
  /** Below 2 KB, where clients cut it. */
  description: string;
  /** False for the one that writes into the user's own file. */
  readOnly: boolean;
  /** Answered without waiting for a turn: cheap, and what an agent asks when others take long. */
  atOnce: boolean;
  input: z.ZodObject;
  output: z.ZodObject;
  /** Other names that agents give arguments. */
  aliases: Readonly<Record<string, string>>;
  run(input: never, context: ToolContext): Promise<ToolAnswer>;
}

/** Ties a tool's work to its schemas. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(tool: {
  name: string;
  title: string;
  description: string;
  readOnly?: boolean;
  atOnce?: boolean;
  input: Input;
  output: Output;
  aliases?: Readonly<Record<string, string>>;
  run(input: z.output<Input>, context: ToolContext): Promise<ToolAnswer<z.input<Output>>>;
}): McpTool {
  return { readOnly: true, atOnce: false, aliases: {}, ...tool };
}
