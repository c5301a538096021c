import { statSync } from 'node:fs';
import type { Config } from '../../config.ts';
import { contentTypes, type ContentType } from '../../core/chunk.ts';
import type { CorpusReader, SourceRow } from '../../store/corpus-reader.ts';
import type { Connection } from '../../store/database.ts';
import { textsWithoutVector } from '../../store/embedding-store.ts';
import { modelStatus, type ModelStatus } from '../model/model-status.ts';
import type { DataDirectory } from '../runtime/data-directory.ts';
import { isOwned } from '../runtime/owner-lock.ts';

export interface SourceDescription {
  name: string;
  kind: string;
  location: string;
  ref: string | null;
  repo: string;
  state: string;
  /** Distinct texts that wait for the model. */
  pendingTexts: number;
  commit: string | null;
  files: number;
  skipped: number;
  failed: number;
  chunks: Record<ContentType, number>;
  lastCheckedAt: string | null;
  lastChangedAt: string | null;
  lastError: string | null;
  notice: string | null;
}

export interface HubStatus {
  dataDirectory: string;
  /** Unit: bytes. */
  databaseBytes: number;
  owned: boolean;
  state: 'empty' | 'partial' | 'complete';
  chunks: Record<ContentType, number>;
  totalChunks: number;
  /** Distinct texts that wait for the model. */
  pendingTexts: number;
  model: ModelStatus;
  /** Which vector store answered the last owner of this directory, and why; null before the first time. */
  vectors: { kind: string; reason: string; tried: { what: string; outcome: string }[] } | null;
  sources: SourceDescription[];
}

/** A source is complete only when each of its texts has a vector. */
export function describeSource(row: SourceRow, reader: CorpusReader, connection: Connection): SourceDescription {
  const unindexed = reader.unindexed(row.id);
  const pendingTexts = textsWithoutVector(connection, row.id);
  return {
    name: row.specification.name,
    kind: row.specification.kind,
    location: row.specification.location,
    ref: row.specification.ref ?? null,
    repo: row.repo,
    state: row.state === 'complete' && pendingTexts > 0 ? 'partial' : row.state,
    pendingTexts,
    commit: row.revision,
    files: reader.files(row.id).length,
    skipped: unindexed.filter((file) => file.outcome === 'skipped').length,
    failed: unindexed.filter((file) => file.outcome === 'failed').length,
    chunks: reader.chunkCounts(row.id),
    lastCheckedAt: row.lastCheckedAt,
    lastChangedAt: row.lastChangedAt,
    lastError: row.lastError,
    notice: row.notice,
  };
}

/** Reads the state off the store; starts nothing. */
export async function hubStatus(parts: {
  config: Config;
  directory: DataDirectory;
  connection: Connection;
  reader: CorpusReader;
  resourcesDirectory: string;
}): Promise<HubStatus> {
  const { config, directory, reader } = parts;
  const sources = reader.sources().map((row) => describeSource(row, reader, parts.connection));
  const chunks = Object.fromEntries(
    contentTypes.map((type) => [type, sources.reduce((sum, source) => sum + source.chunks[type], 0)]),
  ) as Record<ContentType, number>;
  const pendingTexts = textsWithoutVector(parts.connection);
  const complete = pendingTexts === 0 && sources.every((source) => source.state === 'complete');
  const vectors = reader.meta('vectors');
  return {
    dataDirectory: directory.root,
    databaseBytes: statSync(directory.database, { throwIfNoEntry: false })?.size ?? 0,
    owned: isOwned(directory.lock),
    state: sources.length === 0 ? 'empty' : complete ? 'complete' : 'partial',
    chunks,
    totalChunks: contentTypes.reduce((sum, type) => sum + chunks[type], 0),
    pendingTexts,
    model: await modelStatus({
      setting: config.model,
      dataDirectory: directory.root,
      resourcesDirectory: parts.resourcesDirectory,
    }),
    vectors: vectors === null ? null : (JSON.parse(vectors) as NonNullable<HubStatus['vectors']>),
    sources,
  };
}
