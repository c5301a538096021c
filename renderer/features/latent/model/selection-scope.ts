import { chunkIdAt } from '../../../../main/contract/latent-chunk-ids.ts';
import type { SearchFiltersInput } from '../../../../main/contract/search.ts';
import { mostChunkIds } from '../../../../main/contract/search-vocabulary.ts';
import type { MapModel } from './map-model.ts';

/** Filters that keep exactly the chunks of a selection; null for one that is empty or has more than a search can be held to. */
export function scopeOfSelection({ points }: MapModel, selection: Uint32Array): SearchFiltersInput | null {
  if (selection.length === 0 || selection.length > mostChunkIds) return null;
  return { chunk_id: Array.from(selection, (point) => chunkIdAt(points.chunkIds, point)) };
}
