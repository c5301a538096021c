/** Bytes of UTF-8 that make one token of the models that read the answers: English and code lie between 3 and 4. */
const bytesPerToken = 3.5;

/** Most that a caller may ask for: what clients take at all. Unit: tokens. */
export const mostTokens = 25_000;
export const leastTokens = 200;

/** Tokens of a text, estimated. */
export function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / bytesPerToken);
}

/** Bytes that so many tokens may take. */
export function bytesOf(tokens: number): number {
  return Math.floor(tokens * bytesPerToken);
}

/** Bytes of a value as it is sent. */
export function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/** Room behind a whole line that is worth a part of the next. Unit: bytes. */
const worthwhileRest = 60;

/** The text's beginning within so many bytes, cut between lines or words. Ends with … where it was cut. */
export function cutText(text: string, most: number): string {
  if (Buffer.byteLength(text) <= most) return text;
  let kept = '';
  let left = most - 4;
  for (const line of text.split('\n')) {
    const size = Buffer.byteLength(line) + 1;
    if (size > left) {
      if (kept === '' || left > worthwhileRest) kept += cutLine(line, left);
      break;
    }
    kept += `${line}\n`;
    left -= size;
  }
  return `${withoutOpenEnd(kept)} …`;
}

/** Without trailing blank lines, fences and headings that begin something which is not there. */
function withoutOpenEnd(text: string): string {
  const lines = text.trimEnd().split('\n');
  while (lines.length > 1 && /^\s*(`{3,}\w*|#{1,6} .*|)$/.test(lines.at(-1)!)) lines.pop();
  return lines.join('\n').trimEnd();
}

/** How many of the lines fit into so many bytes. At least one, so that whoever pages on comes to an end. */
export function linesWithin(lines: readonly string[], most: number): number {
  let left = most;
  let count = 0;
  for (const line of lines) {
    left -= Buffer.byteLength(line) + 1;
    if (left < 0 && count > 0) break;
    count += 1;
  }
  return count;
}

/** The beginning of a line without half a character, and without half a word where there are words. */
function cutLine(line: string, most: number): string {
  const part = new TextDecoder().decode(Buffer.from(line).subarray(0, Math.max(0, most))).replace(/\uFFFD+$/, '');
  const space = part.lastIndexOf(' ');
  return space > part.length / 2 ? part.slice(0, space) : part;
}
