/** How a symbol was asked for; in a bypass it was not. */
export function askedText(queries: readonly string[]): string {
  return queries.length === 0 ? 'the hub was not asked for it' : `asked as ${queries.map((query) => `“${query}”`).join(', ')}`;
}
