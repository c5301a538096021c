/**
 * One line of a page after cleaning: plain Markdown, with the range of original lines it came from. A tag that spans several
 * lines, or whose label was put in front of its text, makes a line of a range.
 */
export interface CleanLine {
  text: string;
  /** 1-based, inclusive. */
  first: number;
  last: number;
  kind: CleanLineKind;
}

/**
 * text: Markdown that the block scanner reads. label: a line we made that names what follows (`**Step 1: Install**`).
 * plain: paragraphs of a text that is no Markdown. verbatim: indented code. open, code, close: a fenced block; every open has its close.
 */
type CleanLineKind = 'text' | 'label' | 'plain' | 'verbatim' | 'open' | 'code' | 'close';

/** True for a line without any visible character. */
export function isBlank(text: string): boolean {
  return text.trim() === '';
}

/** Leading blanks of a line; a tab counts as one, as dedenting removes characters. */
export function indentOf(text: string): number {
  let indent = 0;
  while (text.charCodeAt(indent) === 32 || text.charCodeAt(indent) === 9) indent += 1;
  return indent;
}
