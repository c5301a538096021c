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

/** A change in words. `elsewhere` says what being alone means: "new" in the second list, "lost" in the first. */
export function describeChange(change: RankChange, elsewhere: 'new' | 'lost'): string {
  switch (change.kind) {
    case 'same':
      return 'same rank';
    case 'alone':
      return elsewhere;
    case 'up':
      return `up ${change.by} from ${change.other}`;
    case 'down':
      return `down ${change.by} from ${change.other}`;
  }
}
