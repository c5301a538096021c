/** Names of all levels of clusters, coarse to fine. */
export const latentLevels = 3;

/** Bytes of one chunk id: the SHA-256 that it is. */
export const chunkIdBytes = 32;

const hexDigits = Uint8Array.from('0123456789abcdef', (digit) => digit.charCodeAt(0));

/** Whether a text may name a chunk: its id or the beginning of one, as calls about one chunk take it. */
export function maybeChunkId(text: string): boolean {
  return /^[0-9a-f]{8,64}$/.test(text);
}

/** Id of the chunk behind a point, as text. */
export function chunkIdAt(chunkIds: Uint8Array, point: number): string {
  // Made in one piece: joined from pieces, a text of 64 characters takes some kilobytes.
  const codes: number[] = [];
  for (let index = point * chunkIdBytes; index < (point + 1) * chunkIdBytes; index += 1) {
    const byte = chunkIds[index] ?? 0;
    codes.push(hexDigits[byte >> 4]!, hexDigits[byte & 15]!);
  }
  return String.fromCharCode(...codes);
}

/** The point of a chunk by bisection, since points stand in order of chunk id; -1 for one that the map does not have. */
export function pointOfChunk(chunkIds: Uint8Array, chunkId: string): number {
  let low = 0;
  let high = chunkIds.length / chunkIdBytes;
  while (low < high) {
    const middle = (low + high) >> 1;
    const found = chunkIdAt(chunkIds, middle);
    if (found === chunkId) return middle;
    if (found < chunkId) low = middle + 1;
    else high = middle;
  }
  return -1;
}
