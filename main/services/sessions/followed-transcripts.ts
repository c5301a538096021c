import { stat } from 'node:fs/promises';
import { throwIfCancelled } from '../../core/abort.ts';
import { SessionCollector } from '../../core/sessions/building/session-collector.ts';
import type { ReadSessions } from '../../core/sessions/model.ts';
import { TranscriptReader } from '../../core/sessions/reading/transcript-reader.ts';
import { archiveOf } from './archive-path.ts';
import { findTranscripts } from './find-transcripts.ts';
import { openToRead, packingOfFile, plainBytes } from './open-bytes.ts';
import { addMovedOut, readFileInto } from './read-sessions.ts';

/** What stood at the end of what was read: where it stands there no longer, the file is another one. Unit: bytes. */
const markBytes = 256;

interface Followed {
  /** Null for a packed file or a database, which is read whole. */
  reader: TranscriptReader | null;
  position: number;
  inode: bigint;
  changedAt: bigint;
  mark: Uint8Array;
}

/**
 * Follows transcripts that are being written, with the subagents that are started meanwhile: each `poll` reads what was appended. When a file became shorter or was replaced,
 * and when a changed one is a document, packed or a database, all is read anew: what it said before must not count.
 */
export class FollowedTranscripts {
  readonly #paths: readonly string[];
  readonly #knownServers: readonly string[];
  #collector: SessionCollector;
  #followed = new Map<string, Followed>();
  #read: ReadSessions = { files: [], sessions: [] };

  constructor(paths: readonly string[], knownServers: readonly string[] = []) {
    this.#paths = paths;
    this.#knownServers = knownServers;
    this.#collector = new SessionCollector(knownServers);
  }

  /** What was read so far. */
  get read(): ReadSessions {
    return this.#read;
  }

  /** Reads what is new; true where something was. A file that is gone for the moment changes nothing: it may be about to be replaced. */
  async poll(signal?: AbortSignal): Promise<boolean> {
    const there: string[] = [];
    for (const path of this.#paths)
      if ((await stat(path).catch(() => null)) !== null || (await archiveOf(path)) !== null) there.push(path);
    const files = await findTranscripts(there, signal);
    if (await this.#anyReplaced(files.map(({ path }) => path))) {
      this.#collector = new SessionCollector(this.#knownServers);
      this.#followed = new Map();
    }
    let changed = false;
    for (const file of files) {
      throwIfCancelled(signal);
      const info = await stat(file.path, { bigint: true }).catch(() => null);
      if (info === null || !info.isFile()) continue;
      const known = this.#followed.get(file.path);
      if (known !== undefined && known.changedAt === info.mtimeNs && known.position >= Number(info.size)) continue;
      changed = true;
      const followed = known ?? (await this.#begin(file.path));
      followed.inode = info.ino;
      followed.changedAt = info.mtimeNs;
      if (followed.reader !== null) await append(file.path, followed, followed.reader);
      else {
        followed.position = Number(info.size);
        await readFileInto(this.#collector, file, signal, () => {});
      }
    }
    if (!changed) return false;
    this.#read = this.#collector.result();
    await addMovedOut(this.#collector, signal);
    return true;
  }

  async #begin(path: string): Promise<Followed> {
    const packing = await packingOfFile(path).catch(() => 'plain' as const);
    const reader = packing === 'plain' ? new TranscriptReader(this.#collector, path) : null;
    const followed: Followed = { reader, position: 0, inode: 0n, changedAt: -1n, mark: new Uint8Array(0) };
    this.#followed.set(path, followed);
    return followed;
  }

  /** Whether a file that was read says something else now than what was appended to it. */
  async #anyReplaced(paths: readonly string[]): Promise<boolean> {
    for (const path of paths) {
      const known = this.#followed.get(path);
      const info = known === undefined ? null : await stat(path, { bigint: true }).catch(() => null);
      if (known === undefined || info === null) continue;
      const touched = known.changedAt !== info.mtimeNs || known.position !== Number(info.size);
      if (info.ino !== known.inode || Number(info.size) < known.position) return true;
      if (touched && (known.reader === null || !known.reader.appendable || !(await isMarked(path, known)))) return true;
    }
    return false;
  }
}

async function append(path: string, followed: Followed, reader: TranscriptReader): Promise<void> {
  for await (const chunk of plainBytes(path, undefined, followed.position)) {
    reader.push(chunk);
    followed.position += chunk.length;
    const tail = chunk.subarray(-markBytes);
    followed.mark = new Uint8Array(tail.length === markBytes ? tail : Buffer.concat([followed.mark, tail]).subarray(-markBytes));
  }
  reader.settle();
}

/** Whether what was read last still stands where it stood. */
async function isMarked(path: string, { mark, position }: Followed): Promise<boolean> {
  try {
    await using handle = await openToRead(path);
    const bytes = Buffer.alloc(mark.length);
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, position - bytes.length);
    return bytesRead === bytes.length && bytes.equals(mark);
  } catch {
    return false;
  }
}
