import type { SearchHit } from '../../../main/contract/search.ts';

/** What a hit is called, and what stands above or around it; null where the title says all. */
export function hitTitle(hit: Pick<SearchHit, 'symbol' | 'title' | 'section' | 'path'>): {
  title: string;
  detail: string | null;
} {
  const file = hit.path.slice(hit.path.lastIndexOf('/') + 1);
  if (hit.symbol !== null && hit.symbol !== '') return { title: hit.symbol, detail: null };
  const trail = hit.section.filter((heading) => heading !== hit.title);
  const title = trail.at(-1) ?? (hit.title || file);
  const above = [hit.title, ...trail.slice(0, -1)].filter((part) => part !== '' && part !== title);
  return { title, detail: above.length === 0 ? null : above.join(' › ') };
}
