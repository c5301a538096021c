import type { SearchFiltersInput, SearchMode } from '../../contract/search.ts';
import { throwIfCancelled } from '../../core/abort.ts';
import { percentile } from '../../core/ranking/metrics.ts';
import type { Hub } from '../hub.ts';
import { keepNurserySmall } from '../runtime/small-nursery.ts';

export interface Latency {
  queries: number;
  p50Ms: number;
  p95Ms: number;
}

export interface SearchFigures {
  chunks: number;
  firstSearchMs: number;
  hybrid: Latency;
  vector: Latency;
  keyword: Latency;
  filtered: Latency;
  /** Of the whole process after all of these searches. */
  residentBytes: number;
  searches: number;
}

const queriesPerWay = 200;

/** Headings and symbols of the corpus, the same ones every time, where no file of queries is given. */
export function queriesOf(hub: Hub): string[] {
  return hub.connection
    .prepare<[number], { text: string }>(
      `SELECT DISTINCT coalesce(c.symbol, t.title || ' ' || coalesce(json_extract(t.heading_trail, '$[#-1]'), '')) AS text
       FROM chunks c JOIN chunk_texts t ON t.id = c.id ORDER BY c.chunk_id LIMIT ?`,
    )
    .all(queriesPerWay)
    .map((row) => row.text);
}

/** Warm searches one after the other, as an agent asks them, in each way; queries are repeated until there are 200. */
export async function benchSearch(hub: Hub, given: readonly string[], signal: AbortSignal): Promise<SearchFigures> {
  // As the service that answers agents and the window.
  keepNurserySmall();
  const source = given.length > 0 ? given : queriesOf(hub);
  const queries = Array.from({ length: queriesPerWay }, (_, index) => source[index % source.length] ?? '');
  const retriever = await hub.retriever();
  const firstStarted = performance.now();
  await retriever.search({ query: queries[0]! }, signal);
  const firstSearchMs = performance.now() - firstStarted;
  let searches = 1;
  const measure = async (mode: SearchMode, filters: SearchFiltersInput = {}): Promise<Latency> => {
    const times: number[] = [];
    for (const query of queries) {
      throwIfCancelled(signal);
      const started = performance.now();
      await retriever.search({ query, mode, filters }, signal);
      times.push(performance.now() - started);
      searches += 1;
    }
    return { queries: times.length, p50Ms: percentile(times, 0.5), p95Ms: percentile(times, 0.95) };
  };
  return {
    chunks: (await hub.status()).totalChunks,
    firstSearchMs,
    hybrid: await measure('hybrid'),
    vector: await measure('vector'),
    keyword: await measure('keyword'),
    filtered: await measure('hybrid', { content_type: 'source', chunk_type: ['method', 'function', 'class'] }),
    residentBytes: process.memoryUsage.rss(),
    searches,
  };
}
