import { open, rm, stat } from 'node:fs/promises';
import { HubError } from '../../contract/errors.ts';
import { hashFile } from './inspect-model.ts';

export interface DownloadLimits {
  /** Until the server answers; being offline is normal, so this is short. */
  answerMs: number;
  /** Without a byte. */
  stallMs: number;
}

/** Bytes so far and in total. */
export type DownloadProgress = (received: number, total: number) => void;

/** Why a download did not succeed: no server, or one that gave something else. */
export class DownloadFailure extends Error {
  readonly kind: 'unreachable' | 'failed';

  constructor(kind: 'unreachable' | 'failed', message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'DownloadFailure';
    this.kind = kind;
  }
}

/**
 * Downloads a file of known size and SHA-256 to `target`, which may hold the beginning of it from an earlier, broken download. On a
 * broken connection what came stays there for the next time; a file with the wrong checksum is removed.
 */
export async function downloadFile(
  url: string,
  target: string,
  expected: { sha256: string; bytes: number },
  options: { limits: DownloadLimits; onProgress?: DownloadProgress | undefined; signal?: AbortSignal | undefined },
): Promise<void> {
  const { limits, onProgress, signal } = options;
  let have = await stat(target).then(
    (file) => file.size,
    () => 0,
  );
  if (have > expected.bytes) have = 0;
  if (have < expected.bytes) {
    const watch = new AbortController();
    const joined = signal ? AbortSignal.any([signal, watch.signal]) : watch.signal;
    let timer = setTimeout(() => watch.abort(), limits.answerMs);
    let answered = false;
    try {
      const response = await fetch(url, {
        headers: have > 0 ? { range: `bytes=${have}-` } : {},
        signal: joined,
        redirect: 'follow',
      });
      answered = true;
      if (response.status === 416) {
        await rm(target, { force: true });
        throw new DownloadFailure('failed', 'the server refused to go on with a broken download; it starts anew next time');
      }
      if (!response.ok || !response.body)
        throw new DownloadFailure('failed', `the server answered ${response.status} ${response.statusText}`.trim());
      const goesOn = response.status === 206 && response.headers.get('content-range')?.startsWith(`bytes ${have}-`);
      if (!goesOn) have = 0;
      const file = await open(target, goesOn ? 'a' : 'w', 0o600);
      try {
        for await (const part of response.body as AsyncIterable<Uint8Array>) {
          clearTimeout(timer);
          timer = setTimeout(() => watch.abort(), limits.stallMs);
          have += part.byteLength;
          if (have > expected.bytes) throw new DownloadFailure('failed', `the server sends more than ${expected.bytes} bytes`);
          // Unlike `write`, until all of it is written: a disk that is getting full takes a part.
          await file.writeFile(part);
          onProgress?.(have, expected.bytes);
        }
      } finally {
        await file.close();
      }
    } catch (error) {
      if (signal?.aborted) throw new HubError('cancelled', 'Cancelled.', {}, error);
      if (error instanceof DownloadFailure) {
        if (have > expected.bytes) await rm(target, { force: true });
        throw error;
      }
      throw failureOf(error, answered, watch.signal.aborted, limits);
    } finally {
      clearTimeout(timer);
      watch.abort();
    }
  }
  if (have < expected.bytes) throw new DownloadFailure('failed', `the connection ended after ${have} of ${expected.bytes} bytes`);
  const sha256 = await hashFile(target);
  if (sha256 === expected.sha256) return;
  await rm(target, { force: true });
  throw new DownloadFailure('failed', `wrong checksum ${sha256.slice(0, 12)}…, expected ${expected.sha256.slice(0, 12)}…`);
}

function failureOf(error: unknown, answered: boolean, timedOut: boolean, limits: DownloadLimits): DownloadFailure {
  if (timedOut) {
    const message = answered ? `no data for ${limits.stallMs / 1000} s` : `no answer within ${limits.answerMs / 1000} s`;
    return new DownloadFailure('unreachable', message, error);
  }
  // fetch hides the reason in the cause.
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = (cause as NodeJS.ErrnoException).code;
  return new DownloadFailure('unreachable', code ?? (cause instanceof Error ? cause.message : String(cause)), error);
}
