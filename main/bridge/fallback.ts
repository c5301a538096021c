import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isModern, type Message } from './message.ts';

/** What the server answers while nothing but its version can differ, recorded from it by `scripts/write-mcp-fallback.ts`. */
export interface Fallback {
  /** Version of the program that it was recorded from. */
  version: string;
  /** Results of requests without arguments, by method, of the era that begins with `initialize`. */
  legacy: Record<string, Record<string, unknown>>;
  /** The same of the era since 2026-07-28. */
  modern: Record<string, Record<string, unknown>>;
}

/** Says that an answer is the bridge's own. */
const ownAnswerMark = 'io.context-hub/hub';

/** Revisions that begin with `initialize`, as the server knows them. */
const legacyVersions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'];

let read: Fallback | null | undefined;

/** The record; null where the file is not there or damaged, which must not keep a bridge from saying what is wrong. */
export function readFallback(moduleUrl: string = import.meta.url): Fallback | null {
  if (read !== undefined) return read;
  // Beside the archive in the packaged app, two folders up in the sources (main/bridge) and the bundle (out/main).
  const place = moduleUrl.includes('/app.asar.unpacked/')
    ? '../../../context-hub/mcp-fallback.json'
    : '../../resources/mcp-fallback.json';
  try {
    read = JSON.parse(readFileSync(fileURLToPath(new URL(place, moduleUrl)), 'utf8')) as Fallback;
  } catch {
    read = null;
  }
  return read;
}

/** The answer to a request while no hub is there. `nextStep` says what to do. */
export function answerWithoutHub(request: Message & { id: string | number; method: string }, nextStep: string): Message {
  const { id, method } = request;
  const modern = isModern(request);
  const done = (result: Record<string, unknown>): Message => ({ jsonrpc: '2.0', id, result });
  if (method === 'ping') return done({});
  if (method === 'tools/call')
    return done({ content: [{ type: 'text', text: nextStep }], isError: true, ...(modern ? { resultType: 'complete' } : {}) });
  const record = readFallback();
  const known = (modern || method === 'server/discover' ? record?.modern : record?.legacy)?.[method];
  if (known === undefined) return { jsonrpc: '2.0', id, error: { code: -32_603, message: nextStep } };
  const result = { ...known, _meta: { ...(known['_meta'] as Record<string, unknown> | undefined), [ownAnswerMark]: 'away' } };
  if (method !== 'initialize') return done(result);
  const asked = request.params?.protocolVersion ?? '';
  return done({ ...result, protocolVersion: legacyVersions.includes(asked) ? asked : legacyVersions[0] });
}
