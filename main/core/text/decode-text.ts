/**
 * The text of a file's bytes, as UTF-8. A text whose lines all end with a carriage return alone (as old Macintosh programs wrote
 * them) gets newlines, one character for one: everything that cuts a text into lines would take it for a single line otherwise.
 */
export function decodeText(bytes: Uint8Array): string {
  const text = new TextDecoder('utf-8').decode(bytes);
  return text.includes('\r') && !text.includes('\n') ? text.replaceAll('\r', '\n') : text;
}
