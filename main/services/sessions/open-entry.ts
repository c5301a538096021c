import { join, sep } from 'node:path';
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

/** What takes transcripts out of archives. Paths are what people see of where a transcript lies: that of the archive, and the names within. */
export interface EntryTaker {
  /** Takes the unpacked bytes of a transcript; null where it is not wanted. */
  transcript(path: string): EntryReader | null;
  /** Whether something below this path may be wanted. */
  wantsBelow(path: string): boolean;
  /** Why something in an archive is not read. */
  refused(path: string, reason: string): void;
}

/** Reads every transcript of an archive. */
export class CollectingTaker implements EntryTaker {
  readonly #collector: SessionCollector;

  constructor(collector: SessionCollector) {
    this.#collector = collector;
  }

  transcript(path: string): EntryReader {
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

  wantsBelow(): boolean {
    return true;
  }

  refused(path: string, reason: string): void {
    this.#collector.addFile(path).reason = reason;
  }
}

/** Takes the bytes of one transcript of an archive, wherever in it. */
export class OneEntryTaker implements EntryTaker {
  readonly #path: string;
  readonly #reader: EntryReader;
  /** Whether it was met; of several entries of one name the first one counts. */
  found = false;

  constructor(path: string, reader: EntryReader) {
    this.#path = path;
    this.#reader = reader;
  }

  transcript(path: string): EntryReader | null {
    if (this.found || path !== this.#path) return null;
    this.found = true;
    return this.#reader;
  }

  wantsBelow(path: string): boolean {
    return this.#path.startsWith(path + sep);
  }

  refused(): void {}
}

/** Finds the transcripts among the entries of an archive: packed by gzip too, and in the archives in it. */
export class EntryOpener {
  readonly #taker: EntryTaker;
  readonly #budget: ArchiveBudget;

  constructor(taker: EntryTaker, budget: ArchiveBudget) {
    this.#taker = taker;
    this.#budget = budget;
  }

  /** How entries of an archive at this path are read. */
  of(archive: string, depth = 0): (name: string) => EntryReader | null {
    return (name) => this.#open(archive, name, depth);
  }

  #open(archive: string, name: string, depth: number): EntryReader | null {
    if (/(?:^|\/)(?:__MACOSX\/|\._)/.test(name)) return null;
    // A name may lead out of the archive, and the path would then be that of another file.
    const path = join(archive, join(sep, name));
    if (transcripts.test(name)) return this.#taker.transcript(path);
    if (gzipped.test(name)) {
      const reader = this.#taker.transcript(path);
      return reader === null ? null : this.#unzipped(reader);
    }
    if (depth < deepest && this.#taker.wantsBelow(path)) {
      const within = this.of(path, depth + 1);
      if (zips.test(name)) return this.#told(path, new ZipEntries(within, this.#budget));
      if (tars.test(name)) return this.#told(path, new TarEntries(within, this.#budget));
      if (gzippedTars.test(name)) return this.#told(path, this.#unzipped(new TarEntries(within, this.#budget)));
    }
    if (otherwisePacked.test(name))
      this.#taker.refused(path, 'It is packed within an archive. Unpack the archive and drop this.');
    return null;
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
        this.#taker.refused(path, `It could not be read to its end: ${reason}.`);
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
