import type { Agent, FileAccount, RecordPlace } from '../model.ts';
import type { SessionCollector } from '../building/session-collector.ts';
import type { JsonObject } from '../text/json-values.ts';

/** What a reader of one file works with. */
export interface ReaderContext {
  /** As it was dropped; a reader takes hints from its names alone, never opens it. */
  path: string;
  collector: SessionCollector;
  account: FileAccount;
}

/** Reads the records of one file in their order. */
export interface AgentReader {
  /** How many records a whole document holds; one where it is not said. */
  countsOf?(document: JsonObject): number;
  record(record: JsonObject, place: RecordPlace): void;
  /** Called when the file, or what is written of it so far, has been read; more records may follow where it goes on. */
  settle?(): void;
}

/** One agent's format. */
export interface AgentFormat {
  agent: Agent;
  /** Whether an object is a record, or a whole document, of this agent. */
  recognises(value: JsonObject): boolean;
  /** Keys with which records begin, to find them again in a damaged line. */
  recordKeys: ReadonlySet<string>;
  open(context: ReaderContext): AgentReader;
}
