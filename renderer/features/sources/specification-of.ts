import type { z } from 'zod';
import type { SourceDescription, sourceSpecificationSchema } from '../../../main/contract/sources.ts';

export type Specification = z.output<typeof sourceSpecificationSchema>;

/** A source as it was added. */
export function specificationOf({ name, kind, location, ref, rules, siteUrl }: SourceDescription): Specification {
  return {
    name,
    kind,
    location,
    ...(ref === null ? {} : { ref }),
    ...(rules.length === 0 ? {} : { rules }),
    ...(siteUrl === null ? {} : { siteUrl }),
  };
}
