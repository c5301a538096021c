import type { ChromaClient, Collection, Where } from 'chromadb';
import { ChromaNotFoundError } from 'chromadb';
import { HubError } from '../../contract/errors.ts';
import { throwIfCancelled } from '../../core/abort.ts';
import type { EmbeddingSpace, VectorMatch, VectorQuery, VectorRecord, VectorStore } from '../../core/vectors.ts';
import { callChroma } from './chroma-call.ts';
import { openCollection, removeCollection } from './chroma-collection.ts';
import type { ChromaEndpoint } from './chroma-endpoint.ts';
import { chromaConditions, chunksOf, maximumListValues } from './chroma-where.ts';
import type { RepairableVectorStore } from './sync-vector-store.ts';
import { checkedRecords, unitVector } from './vector-checks.ts';

/** Chroma takes 5,461; one call of this size takes 1–2 s, which is how long a cancellation may wait. */
const batchRecords = 1_000;
/** Chroma takes 40 MB. */
const batchBytes = 16_000_000;
const idsPerPage = 20_000;
/** The index is approximate: asked for more, it looks further, and the ones that are wanted are nearly always all found. */
const recallShare = 2;
/** Results fetched beyond the limit, so that equal similarities at the cut are seen and ordered. */
const tieMargin = 16;
/** Most results asked for at once while ties or excluded ids make a query fetch more. */
const overFetchLimit = 5_000;
/** Distances are float32 and differ in the last digits with the path they were computed on. */
const similarityDigits = 1e6;
const queryTimeoutMs = 30_000;
/** Matches that `verify` asks for: a graph that has come apart reaches fewer. */
const verifiedMatches = 50;

export interface ChromaVectorStoreOptions {
  /** Disposed of with the store. */
  endpoint: ChromaEndpoint;
  collection: string;
  space: EmbeddingSpace;
  signal?: AbortSignal;
}

/** Vectors in a Chroma collection: ids, vectors and three flat fields, never text. Approximate; callers score again from SQLite. */
export class ChromaVectorStore implements VectorStore, RepairableVectorStore {
  readonly kind = 'chroma';
  readonly #endpoint: ChromaEndpoint;
  readonly #collection: string;
  readonly #space: EmbeddingSpace;
  readonly #dimension: number;
  #collectionId: string;
  /** Writes run one after another: of two at once, `add` would silently lose one. */
  #writes: Promise<unknown> = Promise.resolve();
  #isWritten = false;
  #disposed = false;

  private constructor({ endpoint, collection, space }: ChromaVectorStoreOptions, collectionId: string) {
    this.#endpoint = endpoint;
    this.#collection = collection;
    this.#space = space;
    this.#dimension = space.dimension;
    this.#collectionId = collectionId;
  }

  /** Opens or makes the collection; throws `vector-backend` where it exists for something else. */
  static async open(options: ChromaVectorStoreOptions): Promise<ChromaVectorStore> {
    const { endpoint, collection, space, signal } = options;
    return new ChromaVectorStore(options, await openCollection(endpoint, collection, space, signal));
  }

  async upsert(records: readonly VectorRecord[], signal?: AbortSignal): Promise<void> {
    const checked = checkedRecords(records, this.#dimension);
    const size = Math.max(1, Math.min(batchRecords, Math.floor(batchBytes / (this.#dimension * 6 + 1_000))));
    await this.#write(chunksOf(checked, size), signal, async (batch, collection) => {
      const ids = batch.map((record) => record.id);
      // Not upsert: it merges metadata, so that keys of the old record survive. And add ignores ids that exist.
      await collection.delete({ ids });
      await collection.add({
        ids,
        embeddings: batch.map((record) => Array.from(record.vector)),
        metadatas: batch.map(({ source, contentType, language }) => ({ source, contentType, language })),
      });
    });
  }

  async delete(ids: readonly string[], signal?: AbortSignal): Promise<void> {
    const batches = chunksOf([...new Set(ids)], batchRecords);
    await this.#write(batches, signal, async (batch, collection) => {
      await collection.delete({ ids: batch });
    });
  }

  async query(query: VectorQuery, signal?: AbortSignal): Promise<VectorMatch[]> {
    const vector = unitVector(query.vector, this.#dimension, 'The query vector');
    if (!(query.limit >= 1) || query.allowedIds?.size === 0) return [];
    const limit = Math.min(Math.floor(query.limit), 1_000_000);
    const matches: VectorMatch[] = [];
    for (const condition of chromaConditions(query.filter)) {
      matches.push(...(await this.#queryAllowed(vector, limit, condition, query.allowedIds, signal)));
    }
    return sorted(matches).slice(0, limit);
  }

  async count(): Promise<number> {
    return await this.#call((collection) => collection.count());
  }

  async ids(): Promise<Set<string>> {
    // Pages are by offset, so that a write in between could move a row from one page to another.
    return await this.#exclusively(async () => {
      const ids = new Set<string>();
      for (let offset = 0; ; offset += idsPerPage) {
        const page = await this.#call((collection) => collection.get({ include: [], limit: idsPerPage, offset }));
        for (const id of page.ids) ids.add(id);
        if (page.ids.length < idsPerPage) return ids;
      }
    });
  }

  async verify(): Promise<boolean> {
    try {
      const sample = await this.#call((collection) => collection.get({ include: ['embeddings'], limit: 1 }));
      const [id, vector] = [sample.ids[0], sample.embeddings[0]];
      if (id === undefined) return true;
      if (vector === undefined || vector.length !== this.#dimension) return false;
      // Broken index files mostly show as an error, but some only as few or no matches.
      const wanted = Math.min(await this.count(), verifiedMatches);
      const matches = await this.query({ vector: Float32Array.from(vector), limit: wanted });
      return matches.length === wanted && (matches[0] as VectorMatch).similarity > 0.999;
    } catch (error) {
      if (error instanceof HubError && error.details['damaged'] === true) return false;
      throw error;
    }
  }

  async reset(): Promise<void> {
    this.#assertOpen();
    await this.#exclusively(async () => {
      await removeCollection(this.#endpoint, this.#collection);
      this.#collectionId = await openCollection(this.#endpoint, this.#collection, this.#space);
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#disposed) return;
    await this.#writes;
    // A server that is killed while it still writes its index files may leave them broken; a count waits until it has.
    if (this.#isWritten) await this.count().catch(() => {});
    this.#disposed = true;
    await this.#endpoint[Symbol.asyncDispose]();
  }

  async #queryAllowed(
    vector: Float32Array,
    limit: number,
    where: Where | undefined,
    allowed: ReadonlySet<string> | undefined,
    signal: AbortSignal | undefined,
  ): Promise<VectorMatch[]> {
    if (allowed === undefined) return await this.#search(vector, limit, where, undefined, signal);
    if (allowed.size > maximumListValues) {
      // Many ids are a large part of everything: the best of all mostly hold enough of them.
      const share = allowed.size / Math.max(allowed.size, await this.count());
      const wanted = Math.ceil((limit / share) * 2) + tieMargin;
      if (wanted <= overFetchLimit) {
        const found = (await this.#search(vector, wanted, where, undefined, signal)).filter((match) => allowed.has(match.id));
        if (found.length >= limit) return found;
      }
    }
    const matches: VectorMatch[] = [];
    for (const ids of chunksOf([...allowed], maximumListValues)) {
      throwIfCancelled(signal);
      matches.push(...(await this.#searchAmong(vector, limit, where, ids, signal)));
    }
    return matches;
  }

  /** Chroma answers "Error finding id" where one of the ids is not in the collection; then the known ones are asked for first. */
  async #searchAmong(
    vector: Float32Array,
    limit: number,
    where: Where | undefined,
    ids: string[],
    signal: AbortSignal | undefined,
  ) {
    try {
      return await this.#search(vector, limit, where, ids, signal);
    } catch (error) {
      if (!(error instanceof HubError) || !error.message.includes('Error finding id')) throw error;
      const known = await this.#call((collection) => collection.get({ ids, include: [] }), signal, queryTimeoutMs);
      return known.ids.length === 0 ? [] : await this.#search(vector, limit, where, known.ids, signal);
    }
  }

  /** The best matches, sorted; fetches more while the last ones are as good as the one at the limit. */
  async #search(
    vector: Float32Array,
    limit: number,
    where: Where | undefined,
    ids: string[] | undefined,
    signal: AbortSignal | undefined,
  ) {
    const queryEmbeddings = [Array.from(vector)];
    const filters = { ...(where === undefined ? {} : { where }), ...(ids === undefined ? {} : { ids }) };
    for (let wanted = limit * recallShare + tieMargin; ; wanted *= 4) {
      const result = await this.#call(
        (collection) => collection.query({ queryEmbeddings, nResults: wanted, include: ['distances'], ...filters }),
        signal,
        queryTimeoutMs,
      );
      const matches = sorted(matchesOf(result));
      const isTied = matches.length >= wanted && matches[limit - 1]?.similarity === matches.at(-1)?.similarity;
      if (!isTied || wanted * 4 > overFetchLimit) return matches.slice(0, limit);
    }
  }

  async #write<Item>(
    batches: Item[][],
    signal: AbortSignal | undefined,
    write: (batch: Item[], collection: Collection) => Promise<void>,
  ): Promise<void> {
    throwIfCancelled(signal);
    this.#assertOpen();
    await this.#exclusively(async () => {
      for (const batch of batches) {
        throwIfCancelled(signal);
        this.#isWritten = true;
        // Not interrupted within a batch: between its delete and its add the records are in neither state.
        await this.#call((collection) => write(batch, collection));
      }
    });
  }

  async #exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#writes.then(work);
    this.#writes = turn.catch(() => {});
    return await turn;
  }

  async #call<Result>(
    action: (collection: Collection) => Promise<Result>,
    signal?: AbortSignal,
    timeoutMs?: number,
  ): Promise<Result> {
    this.#assertOpen();
    const options = { signal, ...(timeoutMs === undefined ? {} : { timeoutMs }) };
    try {
      return await callChroma(this.#endpoint, (client: ChromaClient) => action(client.collection(this.#collectionId)), options);
    } catch (error) {
      if (!(error instanceof ChromaNotFoundError)) throw error;
      throw new HubError('vector-backend', 'The Chroma collection is gone; restart to build it again.', { damaged: true }, error);
    }
  }

  #assertOpen(): void {
    if (this.#disposed) throw new HubError('vector-backend', 'The vector store is closed.');
  }
}

/** What the server said, checked: it may be anybody's. */
function matchesOf(result: { ids: string[][]; distances: (number | null)[][] | null }): VectorMatch[] {
  const distances = result.distances?.[0] ?? [];
  const matches: VectorMatch[] = [];
  for (const [index, id] of (result.ids[0] ?? []).entries()) {
    const distance = distances[index];
    if (typeof id !== 'string' || typeof distance !== 'number' || !Number.isFinite(distance)) continue;
    const similarity = Math.round((1 - distance) * similarityDigits) / similarityDigits;
    matches.push({ id, similarity: Math.max(-1, Math.min(1, similarity)) });
  }
  return matches;
}

function sorted(matches: VectorMatch[]): VectorMatch[] {
  return matches.sort((a, b) => b.similarity - a.similarity || (a.id < b.id ? -1 : 1));
}
