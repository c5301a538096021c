/** Unit vector of the mean over the rows of a [tokens × dimension] tensor. All tokens count: a text that runs alone has no padding. */
export function pooledRows(rows: Float32Array, tokens: number, dimension: number): Float32Array {
  const sums = new Float64Array(dimension);
  for (let token = 0, at = 0; token < tokens; token += 1) {
    for (let index = 0; index < dimension; index += 1, at += 1) sums[index]! += rows[at]!;
  }
  return unit(sums);
}

/** Unit vector of the mean of unit vectors. */
export function meanVector(vectors: readonly Float32Array[]): Float32Array {
  const [first] = vectors;
  if (first === undefined) throw new RangeError('no vectors');
  if (vectors.length === 1) return first;
  const sums = new Float64Array(first.length);
  for (const vector of vectors) for (let index = 0; index < sums.length; index += 1) sums[index]! += vector[index]!;
  const mean = unit(sums);
  // Vectors that cancel each other have no direction; the first one is the best there is.
  return mean.some((value) => value !== 0) ? mean : first;
}

function unit(sums: Float64Array): Float32Array {
  let squares = 0;
  for (let index = 0; index < sums.length; index += 1) squares += sums[index]! * sums[index]!;
  const scale = squares === 0 ? 0 : 1 / Math.sqrt(squares);
  const vector = new Float32Array(sums.length);
  for (let index = 0; index < sums.length; index += 1) vector[index] = sums[index]! * scale;
  return vector;
}
