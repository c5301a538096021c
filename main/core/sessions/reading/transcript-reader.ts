import type { FileAccount } from '../model.ts';
import { skipLine, type SessionCollector } from '../building/session-collector.ts';
import type { AgentFormat, AgentReader } from '../readers/reader.ts';
import { agentOfPath, readSideFile } from '../readers/side-files.ts';
import type { JsonObject } from '../text/json-values.ts';
import { readDocument } from './document.ts';
import { joinBytes, LineSplitter, lineByteLimit, type Line } from './line-splitter.ts';
import { parseLine } from './parse-line.ts';
import { allRecordKeys, formatOf, isRecordLike, sniff, type Verdict } from './sniff.ts';
import { Utf8Input } from './utf8-input.ts';

/** Largest document that is parsed as a whole. Unit: bytes. */
const documentByteLimit = 200 * 1024 * 1024;
const noBytes = new Uint8Array(0);
const megabyte = 1024 * 1024;

export interface TranscriptLimits {
  lineBytes?: number;
  documentBytes?: number;
}

/**
 * Reads one transcript from its bytes, chunk by chunk: finds out by its content whose it is and whether it is lines or one document, mends
 * what is damaged, accounts for every line. A file that is being written is `settle`d and goes on with the next chunk.
 */
export class TranscriptReader {
  readonly account: FileAccount;
  readonly #collector: SessionCollector;
  readonly #input = new Utf8Input();
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  readonly #splitter: LineSplitter;
  readonly #lineBytes: number;
  readonly #documentBytes: number;
  #mode: 'undecided' | 'lines' | 'document' | 'none' = 'undecided';
  #isDocument = false;
  #format: AgentFormat | null = null;
  #reader: AgentReader | null = null;
  /** What was read before the format was clear, and of a document all of it. */
  #held: Uint8Array[] = [];
  #heldBytes = 0;
  /** Held bytes at which the format is looked for again: doubled each time, so that looking stays linear. */
  #nextLook = 1;

  constructor(collector: SessionCollector, path: string, limits: TranscriptLimits = {}) {
    this.#collector = collector;
    this.account = collector.addFile(path);
    this.#documentBytes = limits.documentBytes ?? documentByteLimit;
    this.#lineBytes = limits.lineBytes ?? lineByteLimit;
    this.#splitter = new LineSplitter((line) => this.#line(line), this.#lineBytes);
  }

  /** True where nothing that follows can matter. */
  get done(): boolean {
    return this.#mode === 'none';
  }

  /** Whether what is written at the end of the file can be pushed as it comes; a document has to be read anew. */
  get appendable(): boolean {
    return !this.#isDocument;
  }

  push(chunk: Uint8Array): void {
    this.account.bytes += chunk.length;
    this.#pushText(this.#input.push(chunk));
  }

  /** Says that the file ends here for now. What stands at its end without a newline is looked at and kept: more may be written. */
  settle(): void {
    if (this.#mode === 'undecided') this.#decide(false);
    if (this.#mode === 'document') this.end();
    if (this.#mode !== 'lines') return;
    this.account.pendingTail = this.#splitter.pendingBytes > 0;
    this.#reader!.settle?.();
  }

  /** The file has ended: what stands without a newline is read. Nothing may be pushed after it. */
  end(): void {
    this.#pushText(this.#input.end());
    if (this.#mode === 'undecided') this.#decide(true);
    if (this.#mode === 'document') this.#document();
    if (this.#mode !== 'lines') return;
    const tail = this.#splitter.peekTail();
    this.account.pendingTail = false;
    if (tail !== null) this.#tail(tail);
    this.#reader!.settle?.();
  }

  #pushText(bytes: Uint8Array): void {
    if (bytes.length === 0 || this.#mode === 'none') return;
    if (this.#mode === 'lines') {
      this.#splitter.push(bytes);
      return;
    }
    this.#held.push(new Uint8Array(bytes));
    this.#heldBytes += bytes.length;
    if (this.#heldBytes > this.#documentBytes) {
      const size = Math.round(this.#documentBytes / megabyte);
      this.#stop(`It is one document or line above ${size} MB, which is not read. Export a part of it.`);
    } else if (this.#mode === 'undecided' && this.#heldBytes >= this.#nextLook) {
      this.#nextLook = this.#heldBytes * 2;
      this.#decide(false);
    }
  }

  #decide(all: boolean): void {
    const held = joinBytes(this.#held, this.#heldBytes);
    this.#held = [held];
    // A line that has not ended tells nothing yet, unless no more will come.
    const end = all ? held.length : held.lastIndexOf(0x0a) + 1;
    const oneLine = all && held.length > this.#lineBytes && held.indexOf(0x0a) === -1;
    const verdict: Verdict = oneLine ? { kind: 'document' } : sniff(this.#decoder.decode(held.subarray(0, end)), all);
    if (verdict.kind === 'lines') this.#readLines(verdict.format);
    else if (verdict.kind === 'document') this.#mode = 'document';
    else if (verdict.kind === 'side-file') this.#sideFile(verdict.value);
    else if (verdict.kind === 'none') this.#stop(verdict.reason);
    else if (verdict.kind === 'blank' && all) this.#blank(held);
  }

  #blank(held: Uint8Array): void {
    this.account.agent = agentOfPath(this.account.path);
    this.account.transcript = this.account.agent !== 'unknown';
    if (held.includes(0)) skipLine(this.account, 1, 'only NUL bytes: a write that did not happen');
    this.#stop(held.length === 0 ? 'The file is empty.' : 'The file holds nothing but spaces.');
  }

  #sideFile(value: JsonObject): void {
    readSideFile(value, this.account, this.#collector);
    this.#stop(this.account.reason);
  }

  #stop(reason: string | null): void {
    this.account.reason = reason;
    this.#mode = 'none';
    this.#held = [];
    this.#heldBytes = 0;
  }

  #open(format: AgentFormat): AgentReader {
    this.#format = format;
    this.account.agent = format.agent;
    this.account.transcript = true;
    return format.open({ path: this.account.path, collector: this.#collector, account: this.account });
  }

  #readLines(format: AgentFormat): void {
    this.#reader = this.#open(format);
    this.#mode = 'lines';
    const [held = noBytes] = this.#held;
    this.#held = [];
    this.#splitter.push(held);
  }

  #parse(line: Line) {
    return parseLine(this.#decoder.decode(line.bytes ?? noBytes), this.#format!.recordKeys);
  }

  #line(line: Line): void {
    if (line.bytes === null) {
      skipLine(this.account, line.number, `a line of ${Math.round(line.length / megabyte)} MB, longer than is read`);
      return;
    }
    const { records, repaired, reason } = this.#parse(line);
    if (reason === null) this.#records(records, repaired, line);
    else skipLine(this.account, line.number, reason);
  }

  #tail(line: Line): void {
    const { records, repaired, reason, restLost } = this.#parse(line);
    if (reason?.startsWith('only NUL')) skipLine(this.account, line.number, reason);
    else if (line.bytes === null || reason !== null || restLost) this.account.pendingTail = true;
    this.#records(records, repaired, line);
  }

  #records(records: readonly JsonObject[], repaired: boolean, { number, offset, length }: Line): void {
    if (repaired) this.account.repaired += 1;
    for (const record of records) {
      this.account.records += this.#reader!.countsOf?.(record) ?? 1;
      this.#reader!.record(record, { file: this.account.index, line: number, offset, length });
    }
  }

  #document(): void {
    this.#isDocument = true;
    const bytes = joinBytes(this.#held, this.#heldBytes);
    const { values, skipped, cutOff } = readDocument(this.#decoder.decode(bytes), allRecordKeys, isRecordLike);
    const format = formatOf(values);
    const [first] = values;
    if (format === null) {
      // Lines whose first ones are all damaged look like a document at first.
      const verdict = first === undefined ? sniff(this.#decoder.decode(bytes), true) : null;
      if (verdict?.kind === 'lines') {
        this.#held = [bytes];
        this.#readLines(verdict.format);
      } else this.#noDocument(first);
      return;
    }
    this.#stop(null);
    const reader = this.#open(format);
    this.account.pendingTail = cutOff;
    for (const { line, reason } of skipped) skipLine(this.account, line, reason);
    for (const [index, value] of values.entries()) {
      this.account.records += reader.countsOf?.(value) ?? 1;
      reader.record(value, { file: this.account.index, line: index + 1, offset: 0, length: 0 });
    }
    reader.settle?.();
  }

  #noDocument(first: JsonObject | undefined): void {
    if (first === undefined) this.#stop('It is no complete JSON document.');
    else this.#sideFile(first);
  }
}
