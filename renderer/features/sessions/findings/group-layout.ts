/** A group of rows in a list; `count` is null before it is known. */
export interface RowGroup {
  key: string;
  count: number | null;
  isOpen: boolean;
}

export type GroupRow = { kind: 'group'; group: number } | { kind: 'row'; group: number; offset: number };

/** A list of groups, each with a heading, as one list of rows. Closed groups are their heading alone, empty ones nothing. */
export class GroupLayout {
  readonly #groups: readonly RowGroup[];
  /** Row of each group's heading; one more at the end. */
  readonly #starts: readonly number[];

  constructor(groups: readonly RowGroup[]) {
    this.#groups = groups;
    const starts = [0];
    for (const group of groups) starts.push(starts.at(-1)! + rowsOf(group));
    this.#starts = starts;
  }

  get count(): number {
    return this.#starts.at(-1)!;
  }

  at(index: number): GroupRow | null {
    if (index < 0 || index >= this.count) return null;
    // The last group that begins at or before the row and has any rows.
    let low = 0;
    let high = this.#groups.length;
    while (low + 1 < high) {
      const middle = (low + high) >> 1;
      if (this.#starts[middle]! <= index) low = middle;
      else high = middle;
    }
    const offset = index - this.#starts[low]!;
    return offset === 0 ? { kind: 'group', group: low } : { kind: 'row', group: low, offset: offset - 1 };
  }

  /** Row of an item of a group; null where the group is closed or shorter. */
  indexOf(key: string, offset: number): number | null {
    const group = this.#groups.findIndex((each) => each.key === key);
    if (group === -1 || offset + 1 >= rowsOf(this.#groups[group]!)) return null;
    return this.#starts[group]! + 1 + offset;
  }
}

function rowsOf({ count, isOpen }: RowGroup): number {
  if (count === null || count === 0) return 0;
  return isOpen ? 1 + count : 1;
}
