/** A text cut at \n, with line numbers from 1. A \r before the \n is not part of the line's text here. */
export class TextLines {
  readonly text: string;
  /** Offset of each line's first character; index 0 is line 1. */
  readonly starts: readonly number[];

  constructor(text: string) {
    this.text = text;
    const starts = [0];
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
    // A final newline ends the last line, it does not begin another.
    if (starts.length > 1 && starts.at(-1) === text.length) starts.pop();
    this.starts = starts;
  }

  get count(): number {
    return this.starts.length;
  }

  /** Number of the line that holds the character at `offset`. */
  lineAt(offset: number): number {
    let low = 0;
    let high = this.starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  }

  line(number: number): string {
    const start = this.starts[number - 1] ?? this.text.length;
    let end = this.starts[number] ?? this.text.length;
    if (end > start && this.text[end - 1] === '\n') end -= 1;
    if (end > start && this.text[end - 1] === '\r') end -= 1;
    return this.text.slice(start, end);
  }

  isBlank(number: number): boolean {
    return this.line(number).trim() === '';
  }

  /** Lines `start` to `end` (inclusive). */
  slice(start: number, end: number): string[] {
    const lines: string[] = [];
    for (let number = start; number <= end; number += 1) lines.push(this.line(number));
    return lines;
  }

  /** True when only white space stands before `offset` on its line. */
  startsLine(offset: number): boolean {
    const start = this.starts[this.lineAt(offset) - 1] ?? 0;
    return this.text.slice(start, offset).trim() === '';
  }
}

/** Takes the white space that all non-blank lines begin with off every line; blank lines become empty. */
export function dedent(lines: readonly string[]): string[] {
  let common: string | null = null;
  for (const line of lines) {
    if (line.trim() === '') continue;
    const indentation = /^[ \t]*/.exec(line)?.[0] ?? '';
    if (common === null) common = indentation;
    else {
      let same = 0;
      while (same < common.length && same < indentation.length && common[same] === indentation[same]) same += 1;
      common = common.slice(0, same);
    }
    if (common === '') break;
  }
  const width = common?.length ?? 0;
  return lines.map((line) => (line.trim() === '' ? '' : line.slice(width)));
}

/** One line of text: every run of white space becomes one space. */
export function singleLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Cuts at `limit` characters, never inside a surrogate pair, and says so with an ellipsis. */
export function clip(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const last = text.charCodeAt(limit - 2);
  const end = last >= 0xd800 && last <= 0xdbff ? limit - 2 : limit - 1;
  return `${text.slice(0, end)}…`;
}
