import type { Finding } from '../../main/contract/session-findings.ts';
import { analyze } from '../../main/core/sessions/analyze.ts';
import { MadeTranscript, noHits } from './made-transcript.ts';
import { readTranscripts } from './sessions.ts';

/** A tool of the hub, and the folder of a dependency, as the sessions that tests make name them. */
export const hub = 'mcp__context-hub__search_api';
export const venv = '/srv/proj/.venv/lib/python3.12/site-packages/acme';

/** A session that begins with a question to which the hub found nothing. */
export function asked(): MadeTranscript {
  return new MadeTranscript().prompt('build it').ask('m1', hub, { query: 'send_dtmf' }, noHits);
}

/** @param more transcripts dropped beside it, by name. */
export function findingsIn(transcript: MadeTranscript, more: Readonly<Record<string, string>> = {}): Finding[] {
  return analyze(readTranscripts({ 'a.jsonl': transcript.text(), ...more })).findings;
}

/** Pattern, certainty, calls and fallback, by the transcript's ids. */
export function short(findings: readonly Finding[]): [string, string, string[], string[]][] {
  return findings.map(({ pattern, certainty, calls, fallback }) => [
    pattern,
    certainty,
    calls.map(({ id }) => id),
    fallback.map(({ id }) => id),
  ]);
}
