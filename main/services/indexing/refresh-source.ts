import { asHubError, HubError } from '../../contract/errors.ts';
import { throwIfCancelled } from '../../core/abort.ts';
import type { IndexProgress, SourceReport } from '../../core/index-events.ts';
import type { Logger } from '../../core/logger.ts';
import type { DiscoveredFile, OpenedSource, SourceSnapshot, SourceSpecification } from '../../core/source.ts';
import type { CorpusReader, FileRow, SourceRow, UnindexedRow } from '../../store/corpus-reader.ts';
import type { CorpusWriter } from '../../store/corpus-writer.ts';
import { forEachBounded } from './bounded.ts';
import type { ChunkPreparer } from './chunk-pool.ts';
import { indexFormat } from './constants.ts';
import { fingerprint, sourceSettings } from './source-settings.ts';
import { describeExamples } from './describe-examples.ts';
import { contentHashOf } from './prepare-file.ts';
import { ProgressMeter } from './progress-meter.ts';

export interface RefreshContext {
  reader: CorpusReader;
  writer: CorpusWriter;
  openSource: (specification: SourceSpecification) => Promise<OpenedSource>;
  /** Started on first use: a refresh that changes nothing starts no thread. */
  chunkPool: () => ChunkPreparer;
  logger: Logger;
  /** ISO 8601, UTC. */
  now: () => string;
  onProgress: (progress: IndexProgress) => void;
  signal?: AbortSignal | undefined;
  /** Awaited before each file. */
  giveWay?: (() => Promise<void>) | undefined;
  /** Prepare every file again, whatever is stored. */
  force: boolean;
}

/** Format, role and settings that a file is cut with. */
function chunkingOf(file: DiscoveredFile, specification: SourceSpecification): string {
  return fingerprint(indexFormat, file.role, file.language, specification.siteUrl ?? null, file.pageUrl ?? null);
}

interface Comparison {
  /** Files to read, with what is stored of them. */
  candidates: { file: DiscoveredFile; stored: FileRow | undefined }[];
  removed: FileRow[];
  /** Files that were read and refused before and have not changed since. */
  refused: UnindexedRow[];
}

function compare(
  snapshot: SourceSnapshot,
  stored: readonly FileRow[],
  unindexed: readonly UnindexedRow[],
  specification: SourceSpecification,
  force: boolean,
): Comparison {
  const byPath = new Map(stored.map((row) => [row.path, row]));
  const refusedByPath = new Map(
    unindexed.filter((row) => row.outcome === 'skipped' && row.version !== null).map((row) => [row.path, row]),
  );
  const present = new Set<string>();
  const comparison: Comparison = { candidates: [], removed: [], refused: [] };
  for (const file of snapshot.files) {
    present.add(file.path);
    const row = byPath.get(file.path);
    const refusal = refusedByPath.get(file.path);
    if (!force && row?.version === file.version && row.chunking === chunkingOf(file, specification)) continue;
    if (!force && !row && refusal?.version === `${indexFormat}:${file.version}`) comparison.refused.push(refusal);
    else comparison.candidates.push({ file, stored: row });
  }
  comparison.removed = stored.filter((row) => !present.has(row.path));
  return comparison;
}

function emptyReport(row: SourceRow): SourceReport {
  return {
    name: row.specification.name,
    kind: row.specification.kind,
    commit: row.revision,
    outcome: 'unchanged',
    notice: null,
    files: { indexed: 0, changed: 0, removed: 0, skipped: 0, failed: 0 },
    chunks: { doc: 0, code: 0, source: 0, readme: 0 },
    skippedByReason: {},
    failures: [],
    seconds: {},
  };
}

/** Fills the report's counts from the store, which is the truth after a run. */
function countInto(report: SourceReport, reader: CorpusReader, sourceId: number): void {
  report.chunks = reader.chunkCounts(sourceId);
  report.files.indexed = reader.files(sourceId).length;
  for (const file of reader.unindexed(sourceId)) {
    if (file.outcome === 'failed') {
      report.files.failed += 1;
      report.failures.push({ path: file.path, reason: file.detail ? `${file.reason}: ${file.detail}` : file.reason });
    } else {
      report.files.skipped += 1;
      report.skippedByReason[file.reason] = (report.skippedByReason[file.reason] ?? 0) + 1;
    }
  }
}

/**
 * Brings the store's files and chunks of one source up to what the source is now. Each file is one transaction; until the last
 * one is written the source has no revision, so a run that was cut short is continued by comparing files.
 */
export async function refreshSource(row: SourceRow, context: RefreshContext): Promise<SourceReport> {
  const { reader, writer, signal } = context;
  const { specification } = row;
  const report = emptyReport(row);
  const settings = sourceSettings(specification);
  const discovery = new ProgressMeter('discover', specification.name, 'files', null, context.onProgress);
  try {
    await using opened = await context.openSource(specification);
    const snapshot = await opened.snapshot(signal);
    throwIfCancelled(signal);
    discovery.advance(snapshot.files.length);
    report.seconds.discover = discovery.finish();
    report.commit = snapshot.revision;
    report.notice = snapshot.notice ?? null;
    const found = {
      repo: snapshot.repo,
      permalink: snapshot.permalink,
      settings,
      notice: report.notice,
      checkedAt: context.now(),
    };

    const unchanged =
      snapshot.exact && snapshot.revision !== null && snapshot.revision === row.revision && settings === row.settings;
    if (unchanged && !context.force) {
      writer.setChecked(row.id, { ...found, revision: snapshot.revision, changed: false });
      writer.setState(row.id, 'complete');
      countInto(report, reader, row.id);
      return report;
    }

    const comparison = compare(snapshot, reader.files(row.id), reader.unindexed(row.id), specification, context.force);
    const anything = comparison.candidates.length > 0 || comparison.removed.length > 0;
    if (anything) {
      writer.setChecked(row.id, { ...found, revision: null, changed: false });
      // A run that is killed leaves it so, and the next start goes on.
      writer.setState(row.id, 'partial');
    }
    writer.setUnindexed(row.id, snapshot.skipped, snapshot.failed);
    for (const refusal of comparison.refused)
      writer.noteUnindexed(row.id, { ...refusal, detail: refusal.detail ?? undefined, version: refusal.version ?? undefined });
    writer.removeFiles(comparison.removed.map((file) => file.id));
    report.files.removed = comparison.removed.length;

    const meter = new ProgressMeter('chunk', specification.name, 'files', comparison.candidates.length, context.onProgress);
    if (comparison.candidates.length > 0) {
      const pool = context.chunkPool();
      // Two tasks per thread: one runs while the next one's bytes are read.
      await forEachBounded(comparison.candidates, pool.threads * 2, async ({ file, stored }) => {
        throwIfCancelled(signal);
        await context.giveWay?.();
        throwIfCancelled(signal);
        if (await refreshFile(file, stored, { row, opened, pool, ...context })) report.files.changed += 1;
        meter.advance();
      });
    }
    report.seconds.chunk = meter.finish();

    const changed = report.files.changed > 0 || report.files.removed > 0;
    if (changed || settings !== row.settings) await describeExamples(row.id, reader, writer);
    writer.setChecked(row.id, { ...found, revision: snapshot.revision, changed });
    writer.setState(row.id, 'complete');
    countInto(report, reader, row.id);
    report.outcome = changed ? 'indexed' : 'unchanged';
    if (report.files.failed > 0) report.outcome = 'partial';
    return report;
  } catch (thrown) {
    const error = asHubError(thrown);
    if (error.code === 'cancelled') {
      writer.setState(row.id, 'partial', 'Cancelled; the next refresh goes on.');
      throw error;
    }
    // No source's fault, and its state could not be written either; it has no revision, so the next refresh goes on.
    if (error.code === 'disk-full') throw error;
    if (error.code === 'internal') context.logger.error('indexing failed', { source: specification.name, stack: error.stack });
    writer.setState(row.id, 'failed', error.message);
    countInto(report, reader, row.id);
    return { ...report, outcome: 'failed', notice: error.message };
  }
}

interface FileContext extends RefreshContext {
  row: SourceRow;
  opened: OpenedSource;
  pool: ChunkPreparer;
}

/** Returns whether the stored chunks changed. */
async function refreshFile(file: DiscoveredFile, stored: FileRow | undefined, context: FileContext): Promise<boolean> {
  const { row, writer, signal } = context;
  const { specification } = row;
  const chunking = chunkingOf(file, specification);
  const refuse = (outcome: 'skipped' | 'failed', reason: string, detail: string | null): boolean => {
    if (stored) writer.removeFiles([stored.id]);
    // A failed file has no version: it is tried again each time.
    const version = outcome === 'skipped' ? `${indexFormat}:${file.version}` : undefined;
    writer.noteUnindexed(row.id, { path: file.path, outcome, reason, detail: detail ?? undefined, version });
    return stored !== undefined;
  };
  try {
    const bytes = await context.opened.read(file.path, signal);
    if (!context.force && stored?.chunking === chunking && stored.contentHash === contentHashOf(bytes)) {
      writer.touchFile(stored.id, file.version);
      return false;
    }
    const result = await context.pool.prepare(
      {
        sourceName: specification.name,
        path: file.path,
        role: file.role,
        language: file.language,
        bytes,
        siteUrl: specification.siteUrl ?? null,
        pageUrl: file.pageUrl ?? null,
      },
      signal,
    );
    if (result.outcome === 'skipped') return refuse('skipped', result.reason, result.detail);
    // A page may name its address itself.
    const pageUrl = file.pageUrl ?? result.file.chunks[0]?.metadata.pageUrl ?? null;
    const origin = { version: file.version, chunking, pageUrl, firstLine: file.firstLine ?? 1 };
    writer.replaceFile(row.id, result.file, origin, context.now());
    return true;
  } catch (thrown) {
    const error = asHubError(thrown);
    if (error.code === 'cancelled' || signal?.aborted)
      throw error instanceof HubError && error.code === 'cancelled' ? error : new HubError('cancelled', 'Cancelled.');
    context.logger.debug('file failed', {
      source: specification.name,
      path: file.path,
      error: error.message,
      stack: error.stack,
    });
    return refuse('failed', error.message, null);
  }
}
