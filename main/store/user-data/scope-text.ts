import type { z } from 'zod';
import { searchScopeSchema } from '../../contract/search.ts';

export type SearchScope = z.output<typeof searchScopeSchema>;

/** Equal scopes give equal texts, whatever the order of their keys. */
export function scopeToText(scope: SearchScope): string {
  return JSON.stringify(scope, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}

/** The scope of a stored text; the widest one where a newer version wrote what this one does not know. */
export function scopeFromText(text: string): SearchScope {
  const parsed = searchScopeSchema.safeParse(jsonOrNull(text));
  return parsed.success ? parsed.data : searchScopeSchema.parse({});
}

/** The value of a JSON text, null where it is none. */
export function jsonOrNull(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
