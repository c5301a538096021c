import type { Agent, FileAccount } from '../model.ts';
import type { SessionCollector } from '../building/session-collector.ts';
import { copyText } from '../text/copy-text.ts';
import { nameOf, textOf, type JsonObject } from '../text/json-values.ts';

/** Files that stand beside a transcript and are none themselves. */
const kinds: { agent: Agent; matches: (value: JsonObject) => boolean; reason: string }[] = [
  {
    agent: 'claude',
    matches: (value) => 'agentType' in value && !('message' in value),
    reason: 'It describes a subagent; its records are in the file beside it.',
  },
  {
    agent: 'claude',
    matches: ({ type, agentId, ...rest }) =>
      (type === 'started' || type === 'result') && typeof agentId === 'string' && !('uuid' in rest),
    reason: 'It is the journal of a workflow; the records are in the files of its agents.',
  },
  {
    agent: 'cline',
    matches: (value) => 'files_in_context' in value || 'model_usage' in value || ('tokensIn' in value && 'task' in value),
    reason: 'It describes a task; its records are in api_conversation_history.json.',
  },
];

export function isSideFile(value: JsonObject): boolean {
  return kinds.some(({ matches }) => matches(value));
}

/** Takes what a side file tells, and says in the account what it is. */
export function readSideFile(value: JsonObject, account: FileAccount, collector: SessionCollector): void {
  const kind = kinds.find(({ matches }) => matches(value));
  account.agent = kind?.agent ?? 'unknown';
  account.reason = kind?.reason ?? 'No agent writes such a document.';
  const agentId = /[/\\]agent-([\w-]+)\.meta\.json$/.exec(account.path)?.[1];
  if (agentId === undefined) return;
  const description = textOf(value['description']);
  const parentCall = nameOf(value['toolUseId']);
  collector.describeThread(agentId, {
    agentType: nameOf(value['agentType']),
    ...(description === null ? {} : { description: copyText(description, 300) }),
    ...(parentCall === null ? {} : { parentCall }),
  });
}

/** Folders of agents; where a file is empty its place alone tells whose it is. */
const places: [RegExp, Agent][] = [
  [/[/\\]\.codex[/\\]|[/\\]rollout-[^/\\]*$/, 'codex'],
  [/[/\\]\.gemini[/\\]/, 'gemini'],
  [/[/\\]\.copilot[/\\]/, 'copilot'],
  [/[/\\]\.cursor[/\\]/, 'cursor'],
  [/[/\\]\.pi[/\\]/, 'pi'],
  [/[/\\]opencode[/\\]/, 'opencode'],
];

/** Whose an empty file is: of `.jsonl` files without a telling place Claude Code's, which leaves them of sessions that never began. */
export function agentOfPath(path: string): Agent | 'unknown' {
  return places.find(([place]) => place.test(path))?.[1] ?? (/\.jsonl$/i.test(path) ? 'claude' : 'unknown');
}
