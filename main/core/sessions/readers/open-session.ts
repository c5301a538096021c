import type { SessionBuilder } from '../building/session-builder.ts';
import type { Agent } from '../model.ts';
import type { ReaderContext } from './reader.ts';

/** The session of a file, by its own id; by the file's name where it says none. */
export function openSession({ collector, account, path }: ReaderContext, agent: Agent, id: string | null): SessionBuilder {
  const session = collector.session(agent, id ?? nameOfFile(path));
  session.files.add(account.index);
  if (id !== null && !account.sessionIds.includes(id)) account.sessionIds.push(id);
  return session;
}

/** A file's name without its endings; of a file that is called the same in every session its folder's. */
export function nameOfFile(path: string): string {
  const parts = path.split(/[/\\]+/);
  const name = parts.at(-1)!.replace(/(?:\.(?:jsonl?|zst|gz|ndjson|db|vscdb))+$/i, '');
  return /^(?:events|api_conversation_history|full|state|opencode|store)$/.test(name) && parts.length > 1 ? parts.at(-2)! : name;
}
