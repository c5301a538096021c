import { seededRandom } from '../seeded-random.ts';

/** Rows that the components are taken from; the first ones, which stand in no order of meaning. */
const sampleRows = 2_048;
const rounds = 12;
/** The start is scaled to this reach, as UMAP's own starts are. */
const reach = 10;
/** Keeps equal vectors from starting in one place, where nothing could part them. */
const jitter = 0.02;

/** Places along the first principal components, three numbers per point (the third zero on a flat map), from -10 to 10. */
export function principalStart(vectors: Float32Array, dimension: number, components: 2 | 3, seed: number): Float32Array {
  const points = vectors.length / dimension;
  const random = seededRandom(seed);
  const mean = meanOf(vectors, dimension, Math.min(points, sampleRows));
  const axes = axesOf(vectors, dimension, components, mean, random);
  const offsets = axes.map((axis) => dot(mean, 0, axis));
  const places = new Float32Array(points * 3);
  let greatest = 0;
  const along = new Float64Array(3);
  for (let point = 0; point < points; point += 1) {
    project(vectors, point * dimension, axes, along);
    for (let axis = 0; axis < components; axis += 1) {
      const value = along[axis]! - offsets[axis]!;
      places[point * 3 + axis] = value;
      greatest = Math.max(greatest, Math.abs(value));
    }
  }
  const scale = greatest > 0 ? reach / greatest : 0;
  for (let point = 0; point < points; point += 1)
    for (let axis = 0; axis < components; axis += 1)
      places[point * 3 + axis] = places[point * 3 + axis]! * scale + (random() - 0.5) * jitter;
  return places;
}

/** The directions of greatest variance among the sampled rows, by power iteration on all of them at once. */
function axesOf(
  vectors: Float32Array,
  dimension: number,
  components: number,
  mean: Float64Array,
  random: () => number,
): Float64Array[] {
  const rows = Math.min(vectors.length / dimension, sampleRows);
  let axes = Array.from({ length: components }, () => Float64Array.from({ length: dimension }, () => random() - 0.5));
  orthonormalise(axes);
  const along = new Float64Array(3);
  for (let round = 0; round < rounds; round += 1) {
    const next = axes.map(() => new Float64Array(dimension));
    const offsets = axes.map((axis) => dot(mean, 0, axis));
    const sums = axes.map(() => 0);
    for (let row = 0; row < rows; row += 1) {
      const start = row * dimension;
      project(vectors, start, axes, along);
      for (let axis = 0; axis < components; axis += 1) sums[axis]! += along[axis]! -= offsets[axis]!;
      addScaled(next, along, vectors, start);
    }
    next.forEach((sum, axis) => sum.forEach((_, index) => (sum[index]! -= sums[axis]! * mean[index]!)));
    orthonormalise(next);
    axes = next;
  }
  // A direction has two names; the one whose greatest part is positive is taken.
  for (const axis of axes) {
    const greatest = axis.reduce((best, value) => (Math.abs(value) > Math.abs(best) ? value : best), 0);
    if (greatest < 0) axis.forEach((value, index) => (axis[index] = -value));
  }
  return axes;
}

function orthonormalise(axes: Float64Array[]): void {
  for (const [place, axis] of axes.entries()) {
    for (const earlier of axes.slice(0, place)) {
      const along = dot(axis, 0, earlier);
      axis.forEach((value, index) => (axis[index] = value - along * earlier[index]!));
    }
    const length = Math.sqrt(dot(axis, 0, axis));
    // Data of fewer directions than asked for has nothing along the others.
    axis.forEach((value, index) => (axis[index] = length > 1e-12 ? value / length : 0));
  }
}

function meanOf(vectors: Float32Array, dimension: number, rows: number): Float64Array {
  const mean = new Float64Array(dimension);
  for (let row = 0; row < rows; row += 1)
    for (let index = 0; index < dimension; index += 1) mean[index]! += vectors[row * dimension + index]!;
  return rows === 0 ? mean : mean.map((value) => value / rows);
}

function dot(numbers: Float32Array | Float64Array, start: number, axis: Float64Array): number {
  let sum = 0;
  for (let index = 0; index < axis.length; index += 1) sum += numbers[start + index]! * axis[index]!;
  return sum;
}

/** Dot products with two or three axes at once: their sums do not wait for each other, and the vector is read once. */
function project(numbers: Float32Array, start: number, axes: readonly Float64Array[], along: Float64Array): void {
  const [first, second, third] = axes as [Float64Array, Float64Array, Float64Array?];
  const { length } = first;
  let one = 0;
  let two = 0;
  let three = 0;
  if (third === undefined) {
    for (let index = 0; index < length; index += 1) {
      const value = numbers[start + index]!;
      one += value * first[index]!;
      two += value * second[index]!;
    }
  } else {
    for (let index = 0; index < length; index += 1) {
      const value = numbers[start + index]!;
      one += value * first[index]!;
      two += value * second[index]!;
      three += value * third[index]!;
    }
  }
  along[0] = one;
  along[1] = two;
  along[2] = three;
}

/** Adds a vector to each sum, as often as `along` says. */
function addScaled(sums: readonly Float64Array[], along: Float64Array, numbers: Float32Array, start: number): void {
  for (const [axis, sum] of sums.entries()) {
    const times = along[axis]!;
    for (let index = 0; index < sum.length; index += 1) sum[index]! += times * numbers[start + index]!;
  }
}
