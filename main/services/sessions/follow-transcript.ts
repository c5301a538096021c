import { open, stat } from 'node:fs/promises';
import { SessionCollector } from '../../core/sessions/building/session-collector.ts';
import type { ReadSessions } from '../../core/sessions/model.ts';
import { TranscriptReader } from '../../core/sessions/reading/transcript-reader.ts';
import { packingOfFile, plainBytes } from './open-bytes.ts';
import { readSessions } from './read-sessions.ts';

/** What stood at the end of what was read: where it stands there no longer, the file is another one. Unit: bytes. */
const markBytes = 256;

/**
 * Follows one transcript that is being written: each `poll` reads what was appended. A file that became shorter, was replaced, or is a document that is written
 * as a whole each time, is read anew.
 */
export class FollowedTranscript {
  readonly path: string;
  readonly #knownServers: readonly string[];
  #collector = new SessionCollector();
  #reader: TranscriptReader | null = null;
  #position = 0;
  #inode = 0n;
  #changedAt = 0n;
  #mark: Uint8Array = new Uint8Array(0);
  #read: ReadSessions = { files: [], sessions: [] };

  constructor(path: string, knownServers: readonly string[] = []) {
    this.path = path;
    this.#knownServers = knownServers;
  }

  /** What was read so far. */
  get read(): ReadSessions {
    return this.#read;
  }

  /** Reads what is new; true where something was. A file that is gone for the moment changes nothing: it may be about to be replaced. */
  async poll(): Promise<boolean> {
    const info = await stat(this.path, { bigint: true }).catch(() => null);
    if (info === null || !info.isFile()) return false;
    const size = Number(info.size);
    const same = this.#reader !== null && info.ino === this.#inode && size >= this.#position && (await this.#marked());
    if (same && size === this.#position && info.mtimeNs === this.#changedAt) return false;
    this.#inode = info.ino;
    this.#changedAt = info.mtimeNs;
    if (size > 0 && (await packingOfFile(this.path)) !== 'plain') {
      // Packed files and databases are not appended to in lines.
      this.#read = await readSessions([this.path], { knownServers: this.#knownServers });
      this.#position = size;
      return true;
    }
    if (!same || !this.#reader!.appendable) this.#restart();
    const reader = this.#reader!;
    for await (const chunk of plainBytes(this.path, undefined, this.#position)) {
      reader.push(chunk);
      this.#position += chunk.length;
      const tail = chunk.subarray(-markBytes);
      this.#mark = new Uint8Array(tail.length === markBytes ? tail : Buffer.concat([this.#mark, tail]).subarray(-markBytes));
    }
    reader.settle();
    this.#read = this.#collector.result();
    return true;
  }

  #restart(): void {
    this.#collector = new SessionCollector(this.#knownServers);
    this.#reader = new TranscriptReader(this.#collector, this.path);
    this.#position = 0;
    this.#mark = new Uint8Array(0);
  }

  /** Whether what was read last still stands where it stood. */
  async #marked(): Promise<boolean> {
    if (this.#mark.length === 0) return true;
    try {
      await using handle = await open(this.path, 'r');
      const bytes = Buffer.alloc(this.#mark.length);
      const { bytesRead } = await handle.read(bytes, 0, bytes.length, this.#position - bytes.length);
      return bytesRead === bytes.length && bytes.equals(this.#mark);
    } catch {
      return false;
    }
  }
}
