/** A record with one field per line; what is no whole JSON (it may be cut) stays as it is. */
export function readableRecord(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
