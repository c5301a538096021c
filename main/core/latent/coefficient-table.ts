/** Steps between two powers of two, as a power of two. */
const stepBits = 8;
/** Bits of a float32 that are dropped: what is left is exponent and the mantissa's first bits. layout-kernel.wat drops as many. */
export const coefficientShift = 23 - stepBits;
/** Where infinity stands, and what comes after it. */
const firstInfinite = 255 << stepBits;

/**
 * A function of a positive number, tabulated evenly on its float32 bits: within half a percent of the function for what UMAP's gradients are, at
 * a fraction of the cost of two powers. It covers all there are, so that whoever looks up need not look whether it is within; what is not finite is 0.
 */
export function coefficientTable(of: (squaredDistance: number) => number): Float32Array<ArrayBuffer> {
  const bits = new Int32Array(1);
  const float = new Float32Array(bits.buffer);
  const values = new Float32Array(256 << stepBits);
  for (let index = 0; index < firstInfinite; index += 1) {
    // The middle of what shares this entry.
    bits[0] = (index << coefficientShift) + (1 << (coefficientShift - 1));
    const value = of(float[0]!);
    values[index] = Number.isFinite(value) ? value : 0;
  }
  return values;
}
