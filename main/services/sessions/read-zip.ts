import { Unzip, UnzipInflate, UnzipPassThrough } from 'fflate';
import { plainBytes, unpackedByteLimit } from './open-bytes.ts';

const entryLimit = 50_000;

/** Takes the bytes of one entry; null where it is not wanted. */
export interface EntryReader {
  push(chunk: Uint8Array): void;
  end(): void;
  fail(reason: string): void;
}

/**
 * Reads the entries of a zip as it comes, without unpacking it onto the disk. `open` says for each entry whether it is wanted and takes its
 * bytes. Throws where the archive is damaged; entries before the damage have been read, and of the one that it struck, what came before it.
 */
export async function readZip(
  path: string,
  open: (name: string) => EntryReader | null,
  onRead: (bytes: number) => void,
  check: () => void,
): Promise<void> {
  let entries = 0;
  let total = 0;
  // What throws inside a callback of the unpacking is thrown outside of it.
  let failure: Error | null = null;
  const reading = new Set<EntryReader>();
  const unzip = new Unzip((file) => {
    entries += 1;
    if (entries > entryLimit) failure ??= new Error(`it has more than ${entryLimit} entries`);
    const reader = failure === null && !file.name.endsWith('/') ? open(file.name) : null;
    if (reader === null) return;
    reading.add(reader);
    const fail = (reason: string): void => {
      if (reading.delete(reader)) reader.fail(reason);
    };
    file.ondata = (error, chunk, final) => {
      if (error !== null) {
        fail(error.message);
        return;
      }
      total += chunk.length;
      if (total > unpackedByteLimit) failure ??= new Error('it unpacks to more than is read');
      if (failure !== null) return;
      if (!reading.has(reader)) return;
      reader.push(chunk);
      if (final && reading.delete(reader)) reader.end();
    };
    try {
      file.start();
    } catch (error) {
      fail(messageOf(error));
    }
  });
  unzip.register(UnzipInflate);
  unzip.register(UnzipPassThrough);
  let reason = 'the archive ends within it';
  try {
    for await (const chunk of plainBytes(path, onRead)) {
      check();
      unzip.push(new Uint8Array(chunk));
      if (failure !== null) throw failure as Error;
    }
    unzip.push(new Uint8Array(0), true);
  } catch (error) {
    reason = messageOf(error);
    throw error;
  } finally {
    for (const reader of reading) reader.fail(reason);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
