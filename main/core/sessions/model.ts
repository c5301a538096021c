/**
 * The neutral model of coding agents' sessions: what every reader fills and every finding stands on. Plain data without
 * cycles or raw records; where arguments and results lie on a shelf (`building/shelved-call.ts`), plain as JSON. All texts are well formed and capped, all numbers finite.
 * Times are milliseconds since 1970, null where a record has none; they may go back, so order is by `order`, never by time.
 */

export const agents = ['claude', 'codex', 'gemini', 'opencode', 'cursor', 'cline', 'pi', 'copilot'] as const;
export type Agent = (typeof agents)[number];

/** Where a record stands, to show it raw: in the file of this number (`FileAccount.index`), after decompression. */
export interface RecordPlace {
  file: number;
  /** From 1. In a whole-JSON document the number of the message or element, from 1. */
  line: number;
  /** Bytes from the beginning of the decompressed file; of a whole-JSON document or a database 0. */
  offset: number;
  /** Bytes, without the newline; 0 where the place is no piece of a file of its own. */
  length: number;
}

/** All that was dropped at once, read. */
export interface ReadSessions {
  files: FileAccount[];
  sessions: Session[];
}

/** One conversation of a person with an agent, with all its subagents. */
export interface Session {
  /** Unique among what was dropped: agent and id. */
  key: string;
  agent: Agent;
  /** The agent's own, or made from the file's name where it has none. */
  id: string;
  /** Further session ids in the same file: a conversation that was resumed under another. */
  otherIds: string[];
  title: string | null;
  /** Folder the agent worked in at first. */
  cwd: string | null;
  gitBranch: string | null;
  /** Of the agent's program; may change within a session. */
  versions: string[];
  models: string[];
  startedAt: number | null;
  endedAt: number | null;
  /** The main thread first (`mainThread`), also where only subagents were dropped. */
  threads: Thread[];
  turns: Turn[];
  messages: Message[];
  /** By thread, and within a thread by `order`. */
  calls: ToolCall[];
  breaks: ContextBreak[];
  /** Names of tools that were on offer where the agent says so (deferred tools, MCP servers of a session), else empty. */
  offeredTools: string[];
  tokens: TokenUse;
  /** Files it was read from, by `FileAccount.index`. */
  files: number[];
}

export const mainThread = 'main';

/** One agent at work: the main one or a subagent. Fallback is looked for within one thread and in those it started. */
export interface Thread {
  /** `mainThread`, or the agent's id of the subagent. */
  id: string;
  kind: 'main' | 'subagent' | 'workflow';
  /** Thread that started it, null for the main one and where nothing tells. */
  parent: string | null;
  /** `ToolCall.id` of the call that started it (Task, Agent, task …), null where nothing tells. */
  parentCall: string | null;
  /** Kind of subagent: `Explore` … */
  agentType: string | null;
  description: string | null;
}

/** What follows one prompt of the user, in one thread. A subagent's prompt begins a turn of its thread. */
export interface Turn {
  /** From 0 over the session; `ToolCall.turn` and `Message.turn` name it. Turn 0 of a thread may have no prompt. */
  index: number;
  thread: string;
  /** Beginning of the prompt, '' where what was read starts after it. */
  prompt: string;
  startedAt: number | null;
  place: RecordPlace | null;
}

/** Something said by the user or the agent, without tool calls and results; an agent's answer in several lines is one. */
export interface Message {
  /** The agent's id of an API answer or message, else made from the line. `ToolCall.messageId` names it. */
  id: string;
  role: 'user' | 'assistant';
  /** 'summary': the text of a compaction, not said by the user. 'wrapper': a command, a reminder or what the editor added. */
  kind: 'said' | 'summary' | 'wrapper' | 'error';
  thread: string;
  turn: number;
  /** At most `textLimits.message` characters. May be '' (only tool calls). */
  text: string;
  /** Length of the whole text. */
  characters: number;
  at: number | null;
  model: string | null;
  tokens: TokenUse | null;
  place: RecordPlace;
}

export interface ToolCall {
  /** The agent's own (`tool_use.id`, `call_id` …), or made from file and position where it has none. Unique within a session. */
  id: string;
  /** `Thread.id`. */
  thread: string;
  /** `Turn.index`. */
  turn: number;
  /** Place among the calls of its thread, from 0, in the order in which they were made. */
  order: number;
  /** As the agent writes it: `mcp__context-hub__search_docs`, `Grep`. */
  name: string;
  /** Name of the MCP server, null for the agent's own tools. As exact as the format allows (`serverExact`). */
  server: string | null;
  /** The server's own name of the tool; for the agent's own tools the same as `name`. */
  tool: string;
  /** The format names the server and the tool themselves; otherwise they were taken out of `name`, where separators can be ambiguous. */
  serverExact: boolean;
  /** Long texts are cut at `textLimits.argument` characters and end in `…`; images are replaced by their size; nothing deeper than 8. */
  arguments: Readonly<Record<string, unknown>>;
  /** Length of the arguments as JSON, uncut. */
  argumentCharacters: number;
  /** Message that issued it: calls of one message ran side by side and do not follow from each other. */
  messageId: string | null;
  startedAt: number | null;
  endedAt: number | null;
  /** Milliseconds as the format measured it, else the difference of the times; null where unknown or negative. */
  durationMs: number | null;
  /** Null: `flags.unanswered`. */
  result: Readonly<ResultSummary> | null;
  flags: Readonly<CallFlags>;
  /** Not on the path that the conversation took in the end: a branch that was left (Pi), something taken back (Gemini). */
  abandoned: 'branch' | 'rewound' | null;
  place: RecordPlace;
  resultPlace: RecordPlace | null;
}

/** What the format itself says about how a call went; what a hub's answer says is for the findings. */
export interface CallFlags {
  /** No result was written, for whatever reason; `interrupted` as well where the record says so. */
  unanswered: boolean;
  /** The user refused it. */
  denied: boolean;
  /** The user stopped it, or the turn was aborted while it ran. */
  interrupted: boolean;
  /** It fell because another call of the same message failed. */
  siblingFailed: boolean;
  /** The agent has no such tool: server gone, or a wrong name. */
  unavailable: boolean;
  /** The agent's check of the arguments refused it. */
  invalidArguments: boolean;
  /** Too long: moved out of the transcript into a file (`ResultSummary.movedOutTo`), a preview stayed. */
  persisted: boolean;
  /** Above the agent's limit for results; answered by an error or by the name of a file. */
  overLimit: boolean;
  /** Cut by the agent: head, or head and tail, with a mark. */
  cut: boolean;
}

export interface ResultSummary {
  /** The beginning: at most `textLimits.mcpResult` characters of an MCP tool's, `textLimits.result` of others. */
  text: string;
  /** Length of the whole text, that of a result moved out where the file lies beside the session. */
  characters: number;
  /** `structuredContent` of an MCP result as JSON, at most `textLimits.mcpResult` characters; null where there is none. */
  structured: string | null;
  isError: boolean;
  /** Of a command: 1 of rg and grep is “nothing found”, not an error. */
  exitCode: number | null;
  /** What the agent itself counted: files or matches of a search (0 is “nothing found”); null where it says nothing. */
  found: number | null;
  /** Lines read and lines there are, of a read file. */
  lines: { shown: number; start: number; total: number } | null;
  images: number;
  /** Path, as recorded, of the file that holds the whole result. A later read of it continues this call. */
  movedOutTo: string | null;
  /** Files that the result names, as it names them, in order, at most `textLimits.paths`; out of the whole result, not of its beginning. */
  paths: string[];
  /** Identifiers (with a capital, `_` or `.` inside, or called) in the result, in order, at most `textLimits.identifiers`. MCP results only. */
  identifiers: string[];
}

/** The agent forgot: a re-read after it is caused by this, not by a hub. */
export interface ContextBreak {
  kind: 'compaction' | 'results-dropped';
  thread: string;
  /** Stands before the call of this `order` in its thread. */
  beforeOrder: number;
  at: number | null;
  /** `ToolCall.id`s whose results were dropped, where the record names them. */
  droppedCalls: string[];
  place: RecordPlace;
}

export interface TokenUse {
  input: number;
  output: number;
  cached: number;
}

/** What became of one file. Nothing is lost silently: every line is a record, skipped with a reason, or still being written. */
export interface FileAccount {
  /** Its number among what was dropped, from 0. */
  index: number;
  path: string;
  agent: Agent | 'unknown';
  /** False: a side file (a journal, a description), or of no agent; then `reason` says so and records is 0. */
  transcript: boolean;
  reason: string | null;
  bytes: number;
  /** Records read, repeated ones included. */
  records: number;
  skipped: SkippedLine[];
  /** All of them; `skipped` keeps the first `skippedLineLimit`. */
  skippedCount: number;
  /** Lines that gave a record after a repair. */
  repaired: number;
  /** The last line has no end yet and is no record: it is being written. */
  pendingTail: boolean;
  /** Records of a type that this reader does not know: how often each. Drift of the format; nothing is refused for it. */
  unknownTypes: Record<string, number>;
  /** Records that were read before, here or in another file of the drop (forks, resumed sessions). Their calls are counted once. */
  duplicates: number;
  /** Calls counted for this file: without repetitions, and without what was taken back. */
  toolCalls: number;
  mcpCalls: number;
  unanswered: number;
  /** Results whose call is nowhere. */
  orphanResults: number;
  /** Claude: answers of the model. Other agents: what was said, by user and agent, each once. */
  messages: number;
  outputTokens: number;
  sessionIds: string[];
  images: number;
}

export interface SkippedLine {
  line: number;
  reason: string;
}

/** More than these are counted, not kept. */
export const skippedLineLimit = 1000;

/** Caps, in characters or entries. */
export const textLimits = {
  message: 4000,
  prompt: 2000,
  argument: 2000,
  result: 800,
  mcpResult: 16_000,
  paths: 60,
  identifiers: 150,
} as const;
