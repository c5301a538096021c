import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { CallReference } from '../../../contract/session-findings.ts';
import type { Files } from './finding-parts.ts';
import { commandOf } from './lookup.ts';
import type { CallView, SessionView } from './session-view.ts';
import { toolKind } from './tool-names.ts';

/** Names a call over everything that is kept. */
export function callKey({ session }: SessionView, { call }: CallView): string {
  return `${session.key}#${call.id}`;
}

/** Names a finding by what it begins with, so that it stays the same when the session goes on or the rules change. */
export function findingId(session: string, begins: string): string {
  return bytesToHex(sha256(utf8ToBytes(`${session}\n${begins}`))).slice(0, 20);
}

const longestWhat = 200;

/** What a call was about, in one short line. */
function whatOf({ call, query, lookup }: CallView): string {
  const line =
    query?.text ??
    (toolKind(call.tool) === 'shell'
      ? commandOf(call)
      : lookup === null
        ? null
        : [...lookup.patterns, ...lookup.paths].join(' ')) ??
    '';
  const text = line.replaceAll(/\s+/g, ' ').trim();
  return text.length > longestWhat ? `${text.slice(0, longestWhat - 1).toWellFormed()}…` : text;
}

export function referenceTo(view: SessionView, files: Files, at: CallView): CallReference {
  const { call } = at;
  return {
    key: callKey(view, at),
    id: call.id,
    name: call.name,
    what: whatOf(at),
    outcome: at.judged?.outcome ?? null,
    thread: call.thread,
    file: files[call.place.file]?.path ?? '',
    line: call.place.line,
    resultLine: call.resultPlace?.line ?? null,
  };
}
