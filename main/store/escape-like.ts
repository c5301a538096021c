/** Text for LIKE … ESCAPE '\' that matches itself. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, (sign) => `\\${sign}`);
}
