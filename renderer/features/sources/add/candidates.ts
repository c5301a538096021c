import type { SourceDescription } from '../../../../main/contract/sources.ts';
import { cleanRules, type RoleRule } from '../rules/rule-list.ts';
import type { Specification } from '../specification-of.ts';

/** Something that may be added: what was found at a place, and what the user made of it. */
export interface Candidate {
  key: string;
  /** As it was understood. */
  found: Specification;
  name: string;
  ref: string;
  siteUrl: string;
  rules: readonly RoleRule[];
}

/** Of a source that exists, or of another candidate. */
type Named = Pick<SourceDescription, 'name' | 'location'>;

const namePattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

export function candidateOf(found: Specification): Candidate {
  return {
    key: placeKey(found),
    found,
    name: found.name,
    ref: found.ref ?? '',
    siteUrl: found.siteUrl ?? '',
    rules: found.rules ?? [],
  };
}

/** The same for what lies at the same place. */
export function placeKey({ kind, location }: Pick<Specification, 'kind' | 'location'>): string {
  return `${kind} ${location}`;
}

/** What would be added. */
export function specificationOfCandidate({ found, name, ref, siteUrl, rules }: Candidate): Specification {
  const kept = cleanRules(rules);
  return {
    name: name.trim(),
    kind: found.kind,
    location: found.location,
    ...(ref.trim() === '' ? {} : { ref: ref.trim() }),
    ...(kept.length === 0 ? {} : { rules: kept }),
    ...(siteUrl.trim() === '' ? {} : { siteUrl: siteUrl.trim() }),
  };
}

/** What is wrong with a name; null where nothing is. The same place under its own name is no collision. */
export function nameProblem(candidate: Candidate, others: readonly Candidate[], known: readonly Named[]): string | null {
  const name = candidate.name.trim();
  if (name === '') return 'It needs a name.';
  if (!namePattern.test(name))
    return 'A name begins with a letter or digit and holds letters, digits, dot, underscore and dash, 100 at most.';
  const taken = known.find(
    (other) => other.name.toLowerCase() === name.toLowerCase() && other.location !== candidate.found.location,
  );
  if (taken !== undefined) return `“${taken.name}” is the source at ${taken.location}.`;
  const twin = others.find((other) => other.key !== candidate.key && other.name.trim().toLowerCase() === name.toLowerCase());
  return twin === undefined ? null : `${twin.found.location} is called the same here.`;
}

/** The known source at the same place: adding changes and refreshes it. */
export function knownAt<Known extends Named>(found: Specification, known: readonly Known[]): Known | null {
  return known.find(({ location }) => location === found.location) ?? null;
}

/** Candidates with more of them; what is there already keeps its place and what was typed. */
export function withCandidates(candidates: readonly Candidate[], found: readonly Specification[]): Candidate[] {
  const all = [...candidates];
  for (const specification of found)
    if (!all.some(({ key }) => key === placeKey(specification))) all.push(candidateOf(uniquelyNamed(specification, all)));
  return all;
}

/** The service knows a free name among its sources, not among what is being added. */
function uniquelyNamed(specification: Specification, among: readonly Candidate[]): Specification {
  const isTaken = (name: string): boolean => among.some((other) => other.name.toLowerCase() === name.toLowerCase());
  let name = specification.name;
  for (let number = 2; isTaken(name); number += 1) name = `${specification.name.slice(0, 90)}-${number}`;
  return { ...specification, name };
}
