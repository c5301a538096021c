/** What becomes of a symbol: still there but to be left, gone, or there under another name. */
export const deprecationKinds = ['deprecated', 'removed', 'renamed'] as const;
export type DeprecationKind = (typeof deprecationKinds)[number];

/** Where it is said: a change log or release notes, another document, or the code itself. */
export const deprecationOrigins = ['code', 'release-notes', 'docs'] as const;
export type DeprecationOrigin = (typeof deprecationOrigins)[number];

/** One place of one file that says of one symbol that it is deprecated, removed or renamed. */
export interface DeprecationEntry {
  /** As written, without arguments: `Name`, `Owner.member`, `package.module`. */
  symbol: string;
  kind: DeprecationKind;
  origin: DeprecationOrigin;
  /** Version since when; null where the place names none, as in notes of what is not released yet. */
  version: string | null;
  /** Version in which it goes, where that is announced. */
  removal: string | null;
  /** What to use instead, as written. */
  replacement: string | null;
  note: string;
  /** 1-based, inclusive, in the file. */
  startLine: number;
  endLine: number;
}

/** Longest note that is kept, in characters. */
export const longestNote = 600;

/** The last part of a dotted name. */
export function lastPart(symbol: string): string {
  return symbol.slice(symbol.lastIndexOf('.') + 1);
}

/** One entry for each symbol and kind of a file: what knows a version wins, then what knows a replacement, then what comes first. */
export function withoutRepetition(entries: readonly DeprecationEntry[]): DeprecationEntry[] {
  const best = new Map<string, DeprecationEntry>();
  const worth = (entry: DeprecationEntry): number => Number(entry.version !== null) * 2 + Number(entry.replacement !== null);
  for (const entry of entries) {
    const key = `${entry.kind} ${entry.symbol}`;
    const known = best.get(key);
    if (known === undefined || worth(entry) > worth(known)) best.set(key, entry);
  }
  return [...best.values()].sort(
    (a, b) => a.startLine - b.startLine || (a.symbol < b.symbol ? -1 : a.symbol > b.symbol ? 1 : 0) || (a.kind < b.kind ? -1 : 1),
  );
}
