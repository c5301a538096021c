/** One row and how alike it is. */
export interface RowScore {
  row: number;
  score: number;
}

/**
 * Keeps the best `limit` rows of a stream in a heap with the worst on top, so that a scan costs one comparison per row.
 * Equal scores are ordered by `precedes`, which makes the outcome independent of the order rows come in.
 */
export class TopRows {
  readonly #limit: number;
  readonly #precedes: (rowA: number, rowB: number) => boolean;
  readonly #rows: number[] = [];
  readonly #scores: number[] = [];

  constructor(limit: number, precedes: (rowA: number, rowB: number) => boolean) {
    this.#limit = limit;
    this.#precedes = precedes;
  }

  /** A score below this cannot enter; one that equals it may. */
  get threshold(): number {
    return this.#rows.length < this.#limit ? -Infinity : (this.#scores[0] ?? Infinity);
  }

  offer(row: number, score: number): void {
    if (this.#limit <= 0) return;
    const size = this.#rows.length;
    if (size < this.#limit) {
      this.#rows.push(row);
      this.#scores.push(score);
      this.#siftUp(size);
      return;
    }
    if (!this.#isBetter(row, score, this.#rows[0] as number, this.#scores[0] as number)) return;
    this.#rows[0] = row;
    this.#scores[0] = score;
    this.#siftDown();
  }

  /** Best first. */
  sorted(): RowScore[] {
    return this.#rows
      .map((row, index) => ({ row, score: this.#scores[index] as number }))
      .sort((a, b) => b.score - a.score || (this.#precedes(a.row, b.row) ? -1 : 1));
  }

  #isBetter(rowA: number, scoreA: number, rowB: number, scoreB: number): boolean {
    return scoreA > scoreB || (scoreA === scoreB && this.#precedes(rowA, rowB));
  }

  #isWorseAt(a: number, b: number): boolean {
    return this.#isBetter(this.#rows[b] as number, this.#scores[b] as number, this.#rows[a] as number, this.#scores[a] as number);
  }

  #siftUp(start: number): void {
    let child = start;
    while (child > 0) {
      const parent = (child - 1) >> 1;
      if (!this.#isWorseAt(child, parent)) return;
      this.#swap(child, parent);
      child = parent;
    }
  }

  #siftDown(): void {
    const size = this.#rows.length;
    let parent = 0;
    while (true) {
      let worst = parent;
      const left = 2 * parent + 1;
      if (left < size && this.#isWorseAt(left, worst)) worst = left;
      if (left + 1 < size && this.#isWorseAt(left + 1, worst)) worst = left + 1;
      if (worst === parent) return;
      this.#swap(parent, worst);
      parent = worst;
    }
  }

  #swap(a: number, b: number): void {
    const row = this.#rows[a] as number;
    const score = this.#scores[a] as number;
    this.#rows[a] = this.#rows[b] as number;
    this.#scores[a] = this.#scores[b] as number;
    this.#rows[b] = row;
    this.#scores[b] = score;
  }
}
