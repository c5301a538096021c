import { join } from 'node:path';
import { Gunzip } from 'fflate';
import type { SessionCollector } from '../../core/sessions/building/session-collector.ts';
import { TranscriptReader } from '../../core/sessions/reading/transcript-reader.ts';
import type { ArchiveBudget, EntryReader } from './archive-budget.ts';
import { TarEntries } from './tar-entries.ts';
import { ZipEntries } from './zip-entries.ts';

const transcripts = /\.(?:jsonl|ndjson|json)$/i;
const gzipped = /\.(?:jsonl|ndjson|json)\.gz$/i;
const zips = /\.zip$/i;
const tars = /\.tar$/i;
const gzippedTars = /\.(?:tar\.gz|tgz)$/i;
/** What is read as a file of its own and not within an archive. */
const otherwisePacked = /\.(?:zst|gz|zip|tar|tgz|db|vscdb|sqlite)$/i;
/** Archives in an archive: one. */
const deepest = 1;

/** Reads the entries of an archive into the collector: transcripts, packed by gzip too, and the archives in it. */
export class EntryOpener {
  readonly #collector: SessionCollector;
  readonly #budget: ArchiveBudget;

  constructor(collector: SessionCollector, budget: ArchiveBudget) {
    this.#collector = collector;
    this.#budget = budget;
  }

  /** How entries of an archive at this path are read; the path is what people see of where a transcript lies. */
  of(archive: string, depth = 0): (name: string) => EntryReader | null {
    return (name) => this.#open(archive, name, depth);
  }

  #open(archive: string, name: string, depth: number): EntryReader | null {
    if (/(?:^|\/)(?:__MACOSX\/|\._)/.test(name)) return null;
    const path = join(archive, name);
    if (transcripts.test(name)) return this.#transcript(path);
    if (gzipped.test(name)) return this.#unzipped(this.#transcript(path));
    if (depth < deepest) {
      const within = this.of(path, depth + 1);
      if (zips.test(name)) return this.#told(path, new ZipEntries(within, this.#budget));
      if (tars.test(name)) return this.#told(path, new TarEntries(within, this.#budget));
      if (gzippedTars.test(name)) return this.#told(path, this.#unzipped(new TarEntries(within, this.#budget)));
    }
    if (otherwisePacked.test(name))
      this.#collector.addFile(path).reason = 'It is packed within an archive. Unpack the archive and drop this.';
    return null;
  }

  #transcript(path: string): EntryReader {
    const reader = new TranscriptReader(this.#collector, path);
    return {
      push: (chunk) => reader.push(chunk),
      end: () => reader.end(),
      fail: (reason) => {
        reader.end();
        reader.account.reason = `The entry could not be unpacked to its end: ${reason}.`;
      },
    };
  }

  /** Takes what is packed by gzip and gives it on unpacked. Only what is used up of the budget ends the reading of the whole archive. */
  #unzipped(reader: EntryReader): EntryReader {
    const unzip = new Gunzip((chunk) => {
      this.#budget.takeBytes(chunk.length);
      reader.push(chunk);
    });
    return {
      push: (chunk) => unzip.push(chunk),
      end: () => (unzip.push(new Uint8Array(0), true), reader.end()),
      fail: (reason) => reader.fail(reason),
    };
  }

  /** What is damaged in an archive within an archive is told of in an account of its own, and the others are read. */
  #told(path: string, reader: EntryReader): EntryReader {
    let failed = false;
    const tell = (run: () => void): void => {
      if (failed) return;
      try {
        run();
      } catch (error) {
        failed = true;
        const reason = error instanceof Error ? error.message : String(error);
        reader.fail(reason);
        this.#collector.addFile(path).reason = `It could not be read to its end: ${reason}.`;
      }
    };
    return {
      push: (chunk) => tell(() => reader.push(chunk)),
      end: () => tell(() => reader.end()),
      fail: (reason) =>
        tell(() => {
          throw new Error(reason);
        }),
    };
  }
}
