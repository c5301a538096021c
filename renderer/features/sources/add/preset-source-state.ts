import type { SourceDescription } from '../../../../main/contract/sources.ts';
import type { Specification } from '../specification-of.ts';

/** Whether a source of a preset can still be added, and why not. */
export function presetSourceState(
  source: Specification,
  known: readonly Pick<SourceDescription, 'name' | 'location'>[],
): { isFree: boolean; note: string | null } {
  const there = known.find(({ location }) => location === source.location);
  if (there !== undefined) return { isFree: false, note: there.name === source.name ? 'added' : `added as ${there.name}` };
  const taken = known.find(({ name }) => name.toLowerCase() === source.name.toLowerCase());
  if (taken !== undefined) return { isFree: false, note: `another source has this name: ${taken.location}` };
  return { isFree: true, note: null };
}
