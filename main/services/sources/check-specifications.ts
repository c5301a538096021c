import { isAbsolute } from 'node:path';
import { HubError } from '../../contract/errors.ts';
import { refNameProblem } from '../../core/discovery/ref-name.ts';
import type { SourceSpecification } from '../../core/source.ts';

function sameName(left: SourceSpecification, right: SourceSpecification): boolean {
  return left.name.toLowerCase() === right.name.toLowerCase();
}

/** The same source where it is known already, else under a name that no other has: `docs`, `docs-2`, `docs-3` … */
export function withFreeName(specification: SourceSpecification, known: readonly SourceSpecification[]): SourceSpecification {
  const there = known.find((other) => other.location === specification.location && other.ref === specification.ref);
  if (there) return there;
  const base = specification.name.slice(0, 90);
  let candidate = specification;
  for (let number = 2; known.some((other) => sameName(other, candidate)); number += 1)
    candidate = { ...specification, name: `${base}-${number}` };
  return candidate;
}

/**
 * Refuses what cannot be added, before anything is written: two sources under one name, a name that another location has, a ref that is
 * none. Known sources keep the name as they have it.
 */
export function checkSpecifications(
  given: readonly SourceSpecification[],
  known: readonly SourceSpecification[],
): SourceSpecification[] {
  const checked: SourceSpecification[] = [];
  for (const specification of given) {
    const { name, kind, location, ref } = specification;
    const twin = checked.find((other) => sameName(other, specification));
    if (twin) throw usage(`Two sources are called “${name}”: ${twin.location} and ${location}. Rename one.`);
    const taken = known.find((other) => sameName(other, specification));
    if (taken && taken.location !== location)
      throw usage(
        `There is a source “${taken.name}” already, from ${taken.location}. Give this one another name, or remove that one.`,
      );
    if (ref !== undefined && kind !== 'git')
      throw usage(`${name}: a branch, tag or commit can be given for git repositories only.`);
    const problem = ref === undefined ? null : refNameProblem(ref);
    if (problem !== null) throw usage(`${name}: ${JSON.stringify(ref)} is no branch, tag or commit name: ${problem}.`);
    const isUrl = /^[A-Za-z][A-Za-z0-9+.-]+:/.test(location) && !isAbsolute(location);
    if ((kind === 'folder' || kind === 'docs' || (kind === 'llms' && !isUrl)) && !isAbsolute(location))
      throw usage(`${name}: ${location} is no absolute path.`);
    checked.push({ ...specification, name: taken?.name ?? name });
  }
  return checked;
}

function usage(message: string): HubError {
  return new HubError('usage', message);
}
