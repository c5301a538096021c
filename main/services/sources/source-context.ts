import type { DumpPage } from '../../core/chunking/documents/split-dump.ts';
import type { Logger } from '../../core/logger.ts';

/** Cuts an llms-full.txt into its pages. */
type SplitDump = (text: string) => readonly DumpPage[];

/** A step of work that takes long enough to be shown. */
interface SourceProgress {
  phase: 'fetch' | 'list';
  done: number;
  /** Null where it is not known. */
  total: number | null;
  unit: 'files' | 'bytes' | 'percent';
}

/** What every source needs of the program around it. */
export interface SourceContext {
  dataDirectory: string;
  logger: Logger;
  splitDump: SplitDump;
  progress?: (progress: SourceProgress) => void;
  /** Files over this are skipped. Unit: bytes; default 1 MB. */
  maximumFileBytes?: number;
  /** Dumps over this are refused. Unit: bytes; default 50 MB. */
  maximumDumpBytes?: number;
  /** More files than this in one source are refused; default 300,000. */
  maximumFiles?: number;
}

/** A folder with more files than this is almost surely not what the user meant (a home folder, a disk). */
export const defaultMaximumFiles = 300_000;
/** llms-full.txt of large projects have 3 to 15 MB. Unit: bytes. */
export const defaultMaximumDumpBytes = 50 * 1024 * 1024;
