import { readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { asHubError } from '../../contract/errors.ts';
import { throwIfCancelled } from '../../core/abort.ts';
import { SessionCollector } from '../../core/sessions/building/session-collector.ts';
import type { ValueShelf } from '../../core/sessions/building/value-shelf.ts';
import type { FileAccount, ReadSessions } from '../../core/sessions/model.ts';
import { TranscriptReader } from '../../core/sessions/reading/transcript-reader.ts';
import { withWholeText } from '../../core/sessions/text/summarise-result.ts';
import { readSessionDatabase } from './read-session-database.ts';
import { findTranscripts, movedOutFolders, type FoundFile } from './find-transcripts.ts';
import { ArchiveBudget, messageOf, type EntryReader } from './archive-budget.ts';
import { entriesOf } from './archive-entries.ts';
import { packingOfFile, plainBytes, unpackedBytes } from './open-bytes.ts';
import { CollectingTaker, EntryOpener } from './open-entry.ts';

export interface ReadProgress {
  phase: 'looking' | 'reading' | 'done';
  files: number;
  filesDone: number;
  /** On the disk, packed or not. */
  bytes: number;
  bytesDone: number;
  /** File that is being read. */
  current: string | null;
}

export interface ReadOptions {
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: ReadProgress) => void) | undefined;
  /** Names of MCP servers that are known, such as that of `--hub`. */
  knownServers?: readonly string[] | undefined;
  /** Where arguments and results of calls go, and are as long as it stands; else into memory. */
  shelf?: ValueShelf | undefined;
}

/** Of a result that was moved out no more than this is read. Unit: bytes. */
const movedOutByteLimit = 4 * 1024 * 1024;

/**
 * Reads transcripts: files, folders with all below them, packed by gzip, zstd, zip or tar, and databases of OpenCode and Cursor. What cannot be read is in the account of its file; throws only for
 * a path that does not exist and when it is cancelled.
 */
export async function readSessions(paths: readonly string[], options: ReadOptions = {}): Promise<ReadSessions> {
  const { signal, onProgress = () => {} } = options;
  const progress: ReadProgress = { phase: 'looking', files: 0, filesDone: 0, bytes: 0, bytesDone: 0, current: null };
  const tell = (): void => onProgress({ ...progress });
  tell();
  const files = await findTranscripts(paths, signal);
  progress.phase = 'reading';
  progress.files = files.length;
  progress.bytes = files.reduce((sum, file) => sum + file.size, 0);
  const collector = new SessionCollector(options.knownServers, options.shelf);
  for (const file of files) {
    progress.current = file.path;
    tell();
    await readFileInto(collector, file, signal, (bytes) => {
      progress.bytesDone += bytes;
      tell();
    });
    progress.filesDone += 1;
  }
  const read = collector.result();
  await addMovedOut(collector, signal);
  progress.phase = 'done';
  progress.current = null;
  tell();
  return read;
}

/** Reads one file, whatever it is; what goes wrong is in its account. */
export async function readFileInto(
  collector: SessionCollector,
  { path, refused }: FoundFile,
  signal: AbortSignal | undefined,
  onRead: (bytes: number) => void,
): Promise<void> {
  throwIfCancelled(signal);
  if (refused !== null) {
    collector.addFile(path).reason = refused;
    return;
  }
  let account: FileAccount | null = null;
  try {
    const packing = await packingOfFile(path);
    const check = (): void => throwIfCancelled(signal);
    const budget = new ArchiveBudget();
    const open = new EntryOpener(new CollectingTaker(collector), budget).of(path);
    const archive = entriesOf(path, packing, open, budget, onRead);
    if (archive !== null) await readArchive(archive.entries, archive.bytes, check);
    else if (packing === 'sqlite') await readSessionDatabase(path, collector, check);
    else {
      const reader = new TranscriptReader(collector, path);
      account = reader.account;
      try {
        const bytes = packing === 'gzip' || packing === 'zstd' ? unpackedBytes(path, packing, onRead) : plainBytes(path, onRead);
        for await (const chunk of bytes) {
          check();
          reader.push(chunk);
          if (reader.done) break;
        }
      } finally {
        // Of a file that cannot be read to its end, what came before counts.
        if (signal?.aborted !== true) reader.end();
      }
    }
  } catch (error) {
    throwIfCancelled(signal);
    // Nothing that follows could be kept either.
    if (asHubError(error).code === 'disk-full') throw asHubError(error);
    const reason = `It could not be read to its end: ${error instanceof Error ? error.message : String(error)}.`;
    const kept = account ?? collector.files.find((file) => file.path === path) ?? collector.addFile(path);
    kept.reason ??= reason;
  }
}

/** Reads the entries of an archive as its bytes come; what comes before damage has been read. */
async function readArchive(entries: EntryReader, bytes: AsyncIterable<Uint8Array>, check: () => void): Promise<void> {
  try {
    for await (const chunk of bytes) {
      check();
      entries.push(chunk);
    }
    entries.end();
  } catch (error) {
    entries.fail(messageOf(error));
    throw error;
  }
}

/** Looks for results that were moved out of their transcripts, beside the session alone: a recorded path could name any file. */
export async function addMovedOut(collector: SessionCollector, signal: AbortSignal | undefined): Promise<void> {
  for (const { call, ids } of collector.movedOut()) {
    const { result } = call;
    if (result?.movedOutTo == null) continue;
    throwIfCancelled(signal);
    const name = basename(result.movedOutTo.replaceAll('\\', '/'));
    if (name === '' || name === '.' || name === '..') continue;
    for (const folder of movedOutFolders(collector.files[call.place.file]!.path, ids)) {
      const text = await smallText(join(folder, name));
      if (text === null) continue;
      call.result = withWholeText(result, text);
      break;
    }
  }
}

async function smallText(path: string): Promise<string | null> {
  const info = await stat(path).catch(() => null);
  if (info === null || !info.isFile() || info.size > movedOutByteLimit) return null;
  return readFile(path, 'utf8').catch(() => null);
}
