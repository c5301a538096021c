/** Points of a leaf, compared one by one. */
const leafSize = 16;

/** The `k` nearest points of each on the map (three numbers per point), by a tree of halved boxes; rows of `k`, nearest first, equal ones by index. */
export function mapNeighbours(places: Float32Array, k: number, queries: Int32Array): Int32Array {
  const points = places.length / 3;
  const wanted = Math.max(0, Math.min(k, points - 1));
  const tree = new PlaceTree(places);
  const found = new Int32Array(queries.length * wanted);
  const nearest = new Nearest(wanted);
  for (let row = 0; row < queries.length; row += 1) {
    nearest.clear();
    tree.search(queries[row]!, nearest);
    found.set(nearest.indices, row * wanted);
  }
  return found;
}

class Nearest {
  readonly indices: Int32Array;
  readonly #squares: Float64Array;
  #count = 0;

  constructor(k: number) {
    this.indices = new Int32Array(k);
    this.#squares = new Float64Array(k);
  }

  clear(): void {
    this.#count = 0;
  }

  /** Squared distance beyond which nothing is taken. */
  get worst(): number {
    return this.#count < this.indices.length ? Infinity : (this.#squares[this.#count - 1] ?? -1);
  }

  offer(index: number, squared: number): void {
    const k = this.indices.length;
    if (k === 0) return;
    let place = this.#count;
    if (place === k) {
      if (!this.#isBefore(squared, index, k - 1)) return;
      place = k - 1;
    } else this.#count += 1;
    while (place > 0 && this.#isBefore(squared, index, place - 1)) {
      this.#squares[place] = this.#squares[place - 1]!;
      this.indices[place] = this.indices[place - 1]!;
      place -= 1;
    }
    this.#squares[place] = squared;
    this.indices[place] = index;
  }

  #isBefore(squared: number, index: number, place: number): boolean {
    const there = this.#squares[place]!;
    return squared < there || (squared === there && index < this.indices[place]!);
  }
}

/** A balanced tree over the points: the middle of each range, by the axis in which the range is widest, parts it in two. */
class PlaceTree {
  readonly #places: Float32Array;
  readonly #order: Int32Array;
  /** Axis of the node whose middle is at this place of the order. */
  readonly #axes: Uint8Array;

  constructor(places: Float32Array) {
    this.#places = places;
    this.#order = Int32Array.from({ length: places.length / 3 }, (_, index) => index);
    this.#axes = new Uint8Array(this.#order.length);
    this.#build(0, this.#order.length);
  }

  search(query: number, nearest: Nearest): void {
    this.#visit(0, this.#order.length, query, nearest);
  }

  #build(from: number, to: number): void {
    if (to - from <= leafSize) return;
    const middle = (from + to) >> 1;
    const axis = this.#widestAxis(from, to);
    this.#select(from, to - 1, middle, axis);
    this.#axes[middle] = axis;
    this.#build(from, middle);
    this.#build(middle + 1, to);
  }

  #visit(from: number, to: number, query: number, nearest: Nearest): void {
    if (to - from <= leafSize) {
      for (let at = from; at < to; at += 1) this.#offer(this.#order[at]!, query, nearest);
      return;
    }
    const middle = (from + to) >> 1;
    const axis = this.#axes[middle]!;
    const beyond = this.#places[query * 3 + axis]! - this.#places[this.#order[middle]! * 3 + axis]!;
    if (beyond < 0) this.#visit(from, middle, query, nearest);
    else this.#visit(middle + 1, to, query, nearest);
    this.#offer(this.#order[middle]!, query, nearest);
    // Equal ones too: an index that comes earlier takes the place of one as far.
    if (beyond * beyond > nearest.worst) return;
    if (beyond < 0) this.#visit(middle + 1, to, query, nearest);
    else this.#visit(from, middle, query, nearest);
  }

  #offer(point: number, query: number, nearest: Nearest): void {
    if (point === query) return;
    const places = this.#places;
    const dx = places[point * 3]! - places[query * 3]!;
    const dy = places[point * 3 + 1]! - places[query * 3 + 1]!;
    const dz = places[point * 3 + 2]! - places[query * 3 + 2]!;
    const squared = dx * dx + dy * dy + dz * dz;
    if (squared <= nearest.worst) nearest.offer(point, squared);
  }

  #widestAxis(from: number, to: number): number {
    let widest = 0;
    let width = -1;
    for (let axis = 0; axis < 3; axis += 1) {
      let least = Infinity;
      let most = -Infinity;
      for (let at = from; at < to; at += 1) {
        const value = this.#places[this.#order[at]! * 3 + axis]!;
        if (value < least) least = value;
        if (value > most) most = value;
      }
      if (most - least > width) {
        width = most - least;
        widest = axis;
      }
    }
    return widest;
  }

  /** Orders the range so that the point at `place` is where sorting would put it. */
  #select(first: number, last: number, place: number, axis: number): void {
    const order = this.#order;
    const value = (at: number): number => this.#places[order[at]! * 3 + axis]!;
    let from = first;
    let to = last;
    while (from < to) {
      const pivot = value((from + to) >> 1);
      let left = from;
      let right = to;
      while (left <= right) {
        while (value(left) < pivot) left += 1;
        while (value(right) > pivot) right -= 1;
        if (left > right) break;
        const swapped = order[left]!;
        order[left] = order[right]!;
        order[right] = swapped;
        left += 1;
        right -= 1;
      }
      if (place <= right) to = right;
      else if (place >= left) from = left;
      else return;
    }
  }
}
