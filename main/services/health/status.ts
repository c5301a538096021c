import { statSync } from 'node:fs';
import type { Config } from '../../config.ts';
import type { SourceDescription } from '../../contract/sources.ts';
import { contentTypes, type ContentType } from '../../core/chunk.ts';
import type { EmbeddingSpace } from '../../core/vectors.ts';
import type { CorpusReader, SourceRow } from '../../store/corpus-reader.ts';
import { emptyFigures, type CorpusFigures, type SourceFigures } from '../../store/source-figures.ts';
import { modelStatus, type ModelStatus } from '../model/model-status.ts';
import type { DataDirectory } from '../runtime/data-directory.ts';
import { isOwned } from '../runtime/owner-lock.ts';
import { knownChoice } from './known-choice.ts';

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
function describeSource(row: SourceRow, figures: SourceFigures = emptyFigures()): SourceDescription {
  const { name, kind, location, ref, rules, siteUrl } = row.specification;
  return {
    name,
    kind,
    location,
    ref: ref ?? null,
    rules: rules ?? [],
    siteUrl: siteUrl ?? null,
    repo: row.repo,
    state: row.state === 'complete' && figures.pendingTexts > 0 ? 'partial' : row.state,
    commit: row.revision,
    ...figures,
    lastCheckedAt: row.lastCheckedAt,
    lastChangedAt: row.lastChangedAt,
    lastError: row.lastError,
    notice: row.notice,
  };
}

/** All sources, by name. */
export function describeSources(reader: CorpusReader, figures: CorpusFigures): SourceDescription[] {
  return reader.sources().map((row) => describeSource(row, figures.bySource.get(row.id)));
}

/** Reads the state off the store; starts nothing. */
export async function hubStatus(parts: {
  config: Config;
  directory: DataDirectory;
  reader: CorpusReader;
  /** Counts against a model's space. */
  count: (space: EmbeddingSpace | null) => CorpusFigures;
  resourcesDirectory: string;
}): Promise<HubStatus> {
  const { config, directory, reader } = parts;
  const model = await modelStatus({
    setting: config.model,
    dataDirectory: directory.root,
    resourcesDirectory: parts.resourcesDirectory,
  });
  const figures = parts.count(model.space);
  const sources = describeSources(reader, figures);
  const chunks = Object.fromEntries(
    contentTypes.map((type) => [type, sources.reduce((sum, source) => sum + source.chunks[type], 0)]),
  ) as Record<ContentType, number>;
  const { pendingTexts } = figures;
  const complete = pendingTexts === 0 && sources.every((source) => source.state === 'complete');
  return {
    dataDirectory: directory.root,
    databaseBytes: statSync(directory.database, { throwIfNoEntry: false })?.size ?? 0,
    owned: isOwned(directory.lock),
    state: sources.length === 0 ? 'empty' : complete ? 'complete' : 'partial',
    chunks,
    totalChunks: contentTypes.reduce((sum, type) => sum + chunks[type], 0),
    pendingTexts,
    model,
    vectors: knownChoice(reader, config),
    sources,
  };
}
