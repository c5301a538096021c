import type { z } from 'zod';
import type { sourceSpecificationSchema } from '../../contract/sources.ts';
import { withoutCredentials } from '../../core/discovery/remote-url.ts';
import type { SourceSpecification } from '../../core/source.ts';

/** A specification as it came over the wire, where absent and undefined are one; credentials in its address are dropped. */
export function specificationFrom(given: z.output<typeof sourceSpecificationSchema>): SourceSpecification {
  const { name, kind, location, ref, rules, siteUrl } = given;
  return {
    name,
    kind,
    location: withoutCredentials(location),
    ...(ref === undefined ? {} : { ref }),
    ...(rules === undefined || rules.length === 0 ? {} : { rules }),
    ...(siteUrl === undefined || siteUrl === '' ? {} : { siteUrl: siteUrl.replace(/\/+$/, '') }),
  };
}
