/**
 * A number of 53 bits for a text: what a set of hundreds of thousands of record ids keeps of each. Two of a million texts share one with
 * a chance of about one in ten thousand.
 */
export function hashKey(text: string): number {
  let low = 0x811c9dc5;
  let high = 0x41c6ce57;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ code, 0x5bd1e995);
    high ^= high >>> 15;
  }
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b);
  high = Math.imul(high ^ (high >>> 13), 0xc2b2ae35);
  return ((high >>> 0) & 0x1fffff) * 0x1_0000_0000 + ((low ^ (high >>> 11)) >>> 0);
}
