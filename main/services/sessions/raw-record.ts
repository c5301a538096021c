import { stat } from 'node:fs/promises';
import type { RecordPlace } from '../../core/sessions/model.ts';
import { joinBytes } from '../../core/sessions/reading/line-splitter.ts';
import { Utf8Input } from '../../core/sessions/reading/utf8-input.ts';
import { ArchiveBudget } from './archive-budget.ts';
import { archiveOf } from './archive-path.ts';
import { entriesOf, readUntil } from './archive-entries.ts';
import { packingOfFile, plainBytes, unpackedBytes } from './open-bytes.ts';
import { EntryOpener, OneEntryTaker } from './open-entry.ts';

/** Longest record that is shown. Unit: bytes. */
const rawByteLimit = 2 * 1024 * 1024;
const newline = 0x0a;

export interface RawRecord {
  /** Null where it cannot be had; `reason` says why. */
  text: string | null;
  reason: string | null;
  /** The record is longer than what is shown. */
  cut: boolean;
}

function missing(reason: string): RawRecord {
  return { text: null, reason, cut: false };
}

/** Cuts one record out of the bytes of a transcript as they come, with what stands on either side of it. */
class RecordCutter {
  readonly #from: number;
  readonly #wanted: number;
  readonly #input = new Utf8Input();
  readonly #parts: Uint8Array[] = [];
  #kept = 0;
  #position = 0;

  constructor({ offset, length }: Pick<RecordPlace, 'offset' | 'length'>) {
    this.#from = Math.max(0, offset - 1);
    this.#wanted = offset - this.#from + Math.min(length, rawByteLimit) + 1;
  }

  get isDone(): boolean {
    return this.#kept >= this.#wanted;
  }

  push(chunk: Uint8Array): void {
    this.#take(this.#input.push(chunk));
  }

  end(): void {
    this.#take(this.#input.end());
  }

  #take(bytes: Uint8Array): void {
    const from = Math.max(0, this.#from - this.#position);
    this.#position += bytes.length;
    if (from >= bytes.length || this.isDone) return;
    const piece = bytes.subarray(from, from + this.#wanted - this.#kept);
    this.#parts.push(new Uint8Array(piece));
    this.#kept += piece.length;
  }

  record({ offset, length }: Pick<RecordPlace, 'offset' | 'length'>): RawRecord {
    const bytes = joinBytes(this.#parts, this.#kept);
    const before = offset - this.#from;
    const shown = Math.min(length, rawByteLimit);
    if (bytes.length < before + shown) return missing('The file is shorter than when it was read. Drop it again.');
    const cut = length > shown;
    // A record is a line; where it is none any more, other lines came before it.
    const isLine = (before === 0 || bytes[0] === newline) && (cut || (bytes[before + shown] ?? newline) === newline);
    if (!isLine) return missing('The file has changed since it was read: no record begins and ends there now. Drop it again.');
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    return { text: decoder.decode(bytes.subarray(before, before + shown)), reason: null, cut };
  }
}

/** The record at a place of a transcript as it stands in its file, or in its archive, read anew. Records of whole documents and databases have no place of their own. */
export async function readRawRecord(path: string, place: Pick<RecordPlace, 'offset' | 'length'>): Promise<RawRecord> {
  if (place.length === 0) return missing('This record is a part of one document or database; open the file itself.');
  const cutter = new RecordCutter(place);
  const file = (await isFile(path)) ? path : await archiveOf(path);
  if (file === null) return missing(`${path} cannot be read now (ENOENT). It was moved or removed since it was read.`);
  try {
    const packing = await packingOfFile(file);
    if (packing === 'sqlite') return missing('This record is a part of one document or database; open the file itself.');
    if (file !== path) return await fromArchive(file, path, place, cutter);
    if (packing !== 'plain' && packing !== 'gzip' && packing !== 'zstd')
      return missing('The file has changed since it was read: it is an archive now. Drop it again.');
    for await (const chunk of packing === 'plain' ? plainBytes(file) : unpackedBytes(file, packing)) {
      cutter.push(chunk);
      if (cutter.isDone) break;
    }
    cutter.end();
    return cutter.record(place);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return missing(`${path} cannot be read now (${code ?? message}).`);
  }
}

async function fromArchive(
  archive: string,
  path: string,
  place: Pick<RecordPlace, 'offset' | 'length'>,
  cutter: RecordCutter,
): Promise<RawRecord> {
  let isOver = false;
  const taker = new OneEntryTaker(path, {
    push: (chunk) => cutter.push(chunk),
    end: () => {
      isOver = true;
      cutter.end();
    },
    fail: () => (isOver = true),
  });
  const budget = new ArchiveBudget();
  const opened = entriesOf(archive, await packingOfFile(archive), new EntryOpener(taker, budget).of(archive), budget);
  if (opened === null) return missing(`${archive} has changed since it was read: it is no archive now. Drop it again.`);
  try {
    await readUntil(opened, () => cutter.isDone || isOver);
  } catch (error) {
    // What was cut out before the damage stands.
    if (!cutter.isDone) throw error;
  }
  if (!taker.found)
    return missing(`${archive} has changed since it was read: this transcript is no longer in it. Drop it again.`);
  return cutter.record(place);
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isFile() ?? false;
}
