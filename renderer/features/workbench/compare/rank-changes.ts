/** What became of a hit between two lists. Ranks begin with 1. */
export type RankChange =
  | { kind: 'same'; rank: number; other: number }
  | { kind: 'up' | 'down'; rank: number; other: number; by: number }
  /** It is in this list only. */
  | { kind: 'alone'; rank: number };

/** The change of each item of `list` as seen from `other`: "up" is a better rank here than there. */
export function rankChanges(list: readonly string[], other: readonly string[]): RankChange[] {
  const places = new Map(other.map((id, index) => [id, index + 1]));
  return list.map((id, index) => {
    const rank = index + 1;
    const before = places.get(id);
    if (before === undefined) return { kind: 'alone', rank };
    if (before === rank) return { kind: 'same', rank, other: before };
    return { kind: before > rank ? 'up' : 'down', rank, other: before, by: Math.abs(before - rank) };
  });
}

export interface RankSummary {
  same: number;
  moved: number;
  onlyLeft: number;
  onlyRight: number;
}

export function summarizeChanges(left: readonly string[], right: readonly string[]): RankSummary {
  const changes = rankChanges(right, left);
  const known = new Set(right);
  return {
    same: changes.filter(({ kind }) => kind === 'same').length,
    moved: changes.filter(({ kind }) => kind === 'up' || kind === 'down').length,
    onlyLeft: left.filter((id) => !known.has(id)).length,
    onlyRight: changes.filter(({ kind }) => kind === 'alone').length,
  };
}

/** A change in words: in the second list where a hit came from, in the first where it goes. */
export function describeChange(change: RankChange, side: 'first' | 'second'): string {
  if (change.kind === 'same') return 'same rank';
  if (change.kind === 'alone') return side === 'first' ? 'lost' : 'new';
  return side === 'first' ? `goes to ${change.other}` : `${change.kind} ${change.by} from ${change.other}`;
}
