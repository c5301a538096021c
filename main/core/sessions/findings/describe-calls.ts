import type { SessionCall } from '../../../contract/session-findings.ts';
import type { Files } from './finding-parts.ts';
import { callKey } from './references.ts';
import type { SessionView } from './session-view.ts';

/** What is kept of arguments and results to show and to search; the rest is in the file, one click away. Unit: characters. */
const longestArguments = 2_000;
const longestResult = 2_000;
const mostEntries = 20;

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).toWellFormed()}…`;
}

/** All calls of a session as lists show them, in the order of `Session.calls`; one after the other, since of a long session they weigh as much as itself. */
export function* describeCalls(view: SessionView, files: Files): Generator<SessionCall> {
  for (const at of view.calls) {
    const { call, lookup, judged, query } = at;
    yield {
      key: callKey(view, at),
      session: view.session.key,
      number: at.number,
      id: call.id,
      thread: call.thread,
      turn: call.turn,
      name: call.name,
      server: call.server,
      tool: call.tool,
      role: at.role,
      outcome: judged?.outcome ?? null,
      outcomeReason: judged?.reason ?? null,
      query: query?.text ?? null,
      queryKind: query?.kind ?? null,
      lookup:
        lookup === null
          ? null
          : {
              ...lookup,
              paths: lookup.paths.slice(0, mostEntries),
              patterns: lookup.patterns.slice(0, mostEntries).map((text) => cut(text, 500)),
            },
      arguments: cut(JSON.stringify(call.arguments), longestArguments),
      result: cut(call.result?.text ?? '', longestResult),
      resultCharacters: call.result?.characters ?? 0,
      isError: call.result?.isError ?? false,
      at: call.startedAt,
      durationMs: call.durationMs,
      afterEdit: at.afterEdit,
      file: files[call.place.file]?.path ?? '',
      line: call.place.line,
    };
  }
}
