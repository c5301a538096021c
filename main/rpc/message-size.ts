/**
 * About how many bytes a message takes, counted only until it is clear that they are more than `limit`. Walks without recursion, and
 * ends on cycles too, since each step counts.
 */
export function approximateBytes(message: unknown, limit: number): number {
  let bytes = 0;
  const open: unknown[] = [message];
  while (open.length > 0 && bytes <= limit) {
    const value = open.pop();
    bytes += 8;
    if (typeof value === 'string') bytes += value.length;
    else if (typeof value !== 'object' || value === null) continue;
    else if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) bytes += value.byteLength;
    else if (value instanceof Map || value instanceof Set) {
      if (bytes + value.size * 8 > limit) return Infinity;
      for (const entry of value) open.push(entry);
    } else if (Array.isArray(value)) {
      // An array of a billion holes is small where it comes from and endless to walk.
      if (bytes + value.length * 8 > limit) return Infinity;
      for (const entry of value) open.push(entry);
    } else {
      for (const [key, entry] of Object.entries(value)) {
        bytes += key.length;
        open.push(entry);
      }
    }
  }
  return bytes;
}
