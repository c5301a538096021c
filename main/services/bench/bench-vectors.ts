import { seededRandom } from '../../core/seeded-random.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { throwIfCancelled } from '../../core/abort.ts';
import type { Logger } from '../../core/logger.ts';
import type { EmbeddingSpace, VectorFilter, VectorMatch, VectorRecord, VectorStore } from '../../core/vectors.ts';
import { openVectorStore } from '../../store/vectors/open-vector-store.ts';
import { residentBytes } from '../../store/vectors/process-facts.ts';

const dimension = 384;
const sourceCount = 40;
const matchesPerQuery = 20;
const recordsPerUpsert = 5_000;
const warmUpQueries = 10;

export interface BenchVectorsOptions {
  /** A Chroma program or virtual environment; found as in the product where left out. */
  chromaBinary?: string | undefined;
  /** Timed queries per figure; 200 where left out. */
  queries?: number;
  logger: Logger;
  signal?: AbortSignal | undefined;
}

/** Times in milliseconds. */
interface BenchVectorsQueries {
  p50: number;
  p95: number;
  /** Share of the exact 20 best that are found. */
  recallAt20: number;
}

interface BenchVectorsRow {
  backend: 'chroma' | 'embedded';
  vectors: number;
  buildSeconds: number;
  /** Of the server process for Chroma; growth of this process for the embedded index. Null where this platform cannot tell. */
  residentMegabytes: number | null;
  all: BenchVectorsQueries;
  oneSourceOf40: BenchVectorsQueries;
  twoFilters: BenchVectorsQueries;
  /** Among 2,000 ids, as from a filter that SQLite evaluated. */
  allowedIds: BenchVectorsQueries;
}

export interface BenchVectorsResult {
  dimension: number;
  queries: number;
  rows: BenchVectorsRow[];
  /** Why there are no figures for Chroma; null where there are. */
  chromaMissing: string | null;
}

/** Compares both vector stores on made-up vectors that form clusters, as embeddings do. The same vectors in every run. */
export async function benchVectors(sizes: number[], options: BenchVectorsOptions): Promise<BenchVectorsResult> {
  const queries = options.queries ?? 200;
  const rows: BenchVectorsRow[] = [];
  let chromaMissing: string | null = null;
  for (const size of sizes) {
    const corpus = clusteredCorpus(size, queries + warmUpQueries);
    const exact = await benchBackend('embedded', corpus, options, null);
    if ('missing' in exact) continue;
    rows.push(exact.row);
    const chroma = await benchBackend('chroma', corpus, options, exact.found);
    if ('missing' in chroma) chromaMissing = chroma.missing;
    else rows.push(chroma.row);
  }
  return { dimension, queries, rows, chromaMissing };
}

interface Corpus {
  records: VectorRecord[];
  queries: Float32Array[];
}

interface Conditions {
  filter?: VectorFilter;
  allowedIds?: ReadonlySet<string>;
}

type Found = VectorMatch[][][];

async function benchBackend(backend: 'chroma' | 'embedded', corpus: Corpus, options: BenchVectorsOptions, truth: Found | null) {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'hub-bench-'));
  const before = await residentBytes(process.pid);
  const started = performance.now();
  try {
    const space: EmbeddingSpace = { model: 'bench', checksum: '000000000000', dimension, pooling: 'mean' };
    const { chromaBinary, logger, signal } = options;
    const loadEmbeddings = () => [];
    const opened = await openVectorStore({ backend, chromaBinary, space, dataDirectory, logger, signal, loadEmbeddings }).catch(
      (error: unknown) => {
        throwIfCancelled(signal);
        return (error as Error).message;
      },
    );
    if (typeof opened === 'string') return { missing: opened };
    await using store = opened.store;
    for (let start = 0; start < corpus.records.length; start += recordsPerUpsert) {
      await store.upsert(corpus.records.slice(start, start + recordsPerUpsert), signal);
    }
    const buildSeconds = (performance.now() - started) / 1_000;
    const found: Found = [];
    const figures: BenchVectorsQueries[] = [];
    for (const conditions of conditionSets(corpus)) {
      const result = await timeQueries(store, corpus.queries, conditions, signal);
      figures.push({ ...result.times, recallAt20: recall(result.matches, truth?.[found.length] ?? result.matches) });
      found.push(result.matches);
    }
    const serverProcess = opened.server?.processId ?? null;
    const resident = await residentBytes(serverProcess ?? process.pid);
    const grown =
      resident === null || (serverProcess === null && before === null)
        ? null
        : resident - (serverProcess === null ? (before ?? 0) : 0);
    const [all, oneSourceOf40, twoFilters, allowedIds] = figures as [
      BenchVectorsQueries,
      BenchVectorsQueries,
      BenchVectorsQueries,
      BenchVectorsQueries,
    ];
    const row: BenchVectorsRow = {
      backend,
      vectors: corpus.records.length,
      buildSeconds: rounded(buildSeconds),
      residentMegabytes: grown === null ? null : Math.round(grown / 1e6),
      all,
      oneSourceOf40,
      twoFilters,
      allowedIds,
    };
    return { row, found };
  } finally {
    await rm(dataDirectory, { recursive: true, force: true });
  }
}

function conditionSets(corpus: Corpus): Conditions[] {
  const step = Math.max(1, Math.floor(corpus.records.length / 2_000));
  const allowedIds = new Set(corpus.records.filter((_, index) => index % step === 0).map((record) => record.id));
  return [
    {},
    { filter: { sources: ['source7'] } },
    { filter: { sources: ['source1', 'source2', 'source3', 'source4'], contentTypes: ['source'], languages: ['python'] } },
    { allowedIds },
  ];
}

async function timeQueries(
  store: VectorStore,
  queries: readonly Float32Array[],
  conditions: Conditions,
  signal: AbortSignal | undefined,
) {
  const times: number[] = [];
  const matches: VectorMatch[][] = [];
  for (const [index, vector] of queries.entries()) {
    const started = performance.now();
    const found = await store.query({ vector, limit: matchesPerQuery, ...conditions }, signal);
    if (index < warmUpQueries) continue;
    times.push(performance.now() - started);
    matches.push(found);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => rounded(times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0);
  return { times: { p50: at(0.5), p95: at(0.95) }, matches };
}

/** Mean share of the expected matches that were found; a match as similar as the last expected one counts. */
function recall(found: readonly VectorMatch[][], expected: readonly VectorMatch[][]): number {
  let sum = 0;
  for (const [index, truth] of expected.entries()) {
    const last = (truth.at(-1)?.similarity ?? 1) - 1e-5;
    const hits = (found[index] ?? []).filter((match) => match.similarity >= last).length;
    sum += truth.length === 0 ? 1 : Math.min(1, hits / truth.length);
  }
  return expected.length === 0 ? 1 : Math.round((sum / expected.length) * 10_000) / 10_000;
}

function clusteredCorpus(size: number, queryCount: number): Corpus {
  const random = seededRandom(20_26);
  const centres = Array.from({ length: 400 }, () => noise(random, 1, null));
  const near = (spread: number) => noise(random, spread, centres[Math.floor(random() * centres.length)] as Float32Array);
  const contentTypes = ['doc', 'code', 'source', 'readme'] as const;
  const records = Array.from({ length: size }, (_, index): VectorRecord => {
    const source = `source${Math.floor(random() * sourceCount)}`;
    const contentType = contentTypes[Math.floor(random() * 4)] ?? 'doc';
    return {
      id: String(index).padStart(64, '0'),
      vector: near(0.8),
      source,
      contentType,
      language: random() < 0.7 ? 'python' : 'markdown',
    };
  });
  return { records, queries: Array.from({ length: queryCount }, () => near(0.9)) };
}

/** A unit vector: the centre, if any, with random numbers of the given share added. */
function noise(random: () => number, spread: number, centre: Float32Array | null): Float32Array {
  const vector = new Float32Array(dimension);
  const scale = spread * Math.sqrt(12 / dimension); // random() - 0.5 has a variance of 1/12
  let squares = 0;
  for (let index = 0; index < dimension; index++) {
    const value = (centre?.[index] ?? 0) + (random() - 0.5) * scale;
    vector[index] = value;
    squares += value * value;
  }
  const length = Math.sqrt(squares);
  return vector.map((value) => value / length);
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
