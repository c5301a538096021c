import { z } from 'zod';
import type { IndexReport } from '../../core/index-events.ts';

/** How fast this machine indexes, for estimates. */
const ratesSchema = z.object({
  /** Reading and cutting. Unit: bytes per second. */
  bytesPerSecond: z.number().positive(),
  /** The model's part. Unit: texts per second. */
  textsPerSecond: z.number().positive(),
  /** Bytes of files for each text that the model reads. */
  bytesPerText: z.number().positive(),
});
export type IndexRates = z.output<typeof ratesSchema>;

/** Of two cores without VNNI, on 22 MB of documentation, examples and source (docs/benchmarks.md); until this machine has indexed something. */
export const defaultRates: IndexRates = { bytesPerSecond: 480_000, textsPerSecond: 65, bytesPerText: 800 };

/** Runs with less than this say little about the next one. */
const leastFiles = 50;
const leastTexts = 200;

/** Key of the rates among the facts about a data directory. */
export const ratesKey = 'indexRates';

export function parseRates(text: string | null): IndexRates {
  try {
    return ratesSchema.parse(JSON.parse(text ?? 'null'));
  } catch {
    return defaultRates;
  }
}

/** The rates after a run: what it measured replaces what was known. `textBytesOf` gives the bytes that a source holds now. */
export function ratesAfter(report: IndexReport, known: IndexRates, textBytesOf: (source: string) => number): IndexRates {
  const rates = { ...known };
  // Only of a source that was read as a whole is it known how many bytes were read.
  const whole = report.sources.filter(
    (source) => source.files.changed >= leastFiles && source.files.changed === source.files.indexed,
  );
  const bytes = whole.reduce((sum, source) => sum + textBytesOf(source.name), 0);
  const seconds = whole.reduce((sum, source) => sum + (source.seconds.chunk ?? 0), 0);
  if (bytes > 0 && seconds > 0) rates.bytesPerSecond = bytes / seconds;
  if (report.embedded >= leastTexts && report.embedSeconds > 0) {
    rates.textsPerSecond = report.embedded / report.embedSeconds;
    if (bytes > 0 && whole.length === report.sources.length) rates.bytesPerText = bytes / report.embedded;
  }
  return rates;
}

/** Until the threads and the model run. Unit: seconds. */
const startSeconds = 3;

/** Time that a first index of so many bytes takes. Unit: seconds. */
export function estimateSeconds(bytes: number, rates: IndexRates): number {
  return startSeconds + bytes / rates.bytesPerSecond + bytes / rates.bytesPerText / rates.textsPerSecond;
}
