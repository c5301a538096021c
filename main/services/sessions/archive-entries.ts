import { setImmediate } from 'node:timers/promises';
import type { ArchiveBudget, EntryReader } from './archive-budget.ts';
import { plainBytes, unpackedBytes, type Packing } from './open-bytes.ts';
import { TarEntries } from './tar-entries.ts';
import { ZipEntries } from './zip-entries.ts';

/** What takes the bytes of an archive of this kind apart, and those bytes; null for what is no archive. */
export function entriesOf(
  path: string,
  packing: Packing,
  open: (name: string) => EntryReader | null,
  budget: ArchiveBudget,
  onRead?: (bytes: number) => void,
): { entries: EntryReader; bytes: AsyncIterable<Uint8Array> } | null {
  if (packing === 'zip') return { entries: new ZipEntries(open, budget), bytes: plainBytes(path, onRead) };
  if (packing === 'tar') return { entries: new TarEntries(open, budget), bytes: plainBytes(path, onRead) };
  if (packing === 'tar.gz') return { entries: new TarEntries(open, budget), bytes: unpackedBytes(path, 'gzip', onRead) };
  return null;
}

/** Packed bytes that are unpacked in one go where queries are answered too. */
const stepBytes = 32 * 1024;

/** Reads an archive until `isDone`, and lets others have their turn in between. Throws what is wrong with the archive. */
export async function readUntil(
  { entries, bytes }: { entries: EntryReader; bytes: AsyncIterable<Uint8Array> },
  isDone: () => boolean,
): Promise<void> {
  for await (const chunk of bytes)
    for (let at = 0; at < chunk.length; at += stepBytes) {
      entries.push(chunk.subarray(at, at + stepBytes));
      if (isDone()) return;
      await setImmediate();
    }
  entries.end();
}
