import { indentOf, isBlank, type CleanLine } from './clean-line.ts';
import { titleCharacters } from './limits.ts';

/** A block of a cleaned page, in the page's order. */
export interface Block {
  kind: 'heading' | 'label' | 'text' | 'item' | 'table' | 'fence' | 'verbatim';
  lines: CleanLine[];
  /** What stands between the block before and this one. */
  glue: '\n\n' | '\n';
  /** Of a heading, 1 to 6; else 0. */
  level: number;
  /** Plain text of a heading. */
  title: string;
}

/** Splits clean lines into blocks. Every non-blank line is in exactly one block, thematic breaks apart. */
export function scanBlocks(lines: readonly CleanLine[]): Block[] {
  const blocks: Block[] = [];
  let afterBlank = true;
  let index = 0;
  const add = (kind: Block['kind'], taken: CleanLine[], level = 0, title = ''): void => {
    const before = blocks.at(-1)?.kind;
    const loose = afterBlank || kind === 'heading' || before === 'heading' || before === 'label' || kind === 'label';
    blocks.push({ kind, lines: taken, glue: loose ? '\n\n' : '\n', level, title });
    index += taken.length;
    afterBlank = false;
  };
  while (index < lines.length) {
    const line = lines[index]!;
    if (line.kind === 'open') {
      let end = index + 1;
      while (end < lines.length && lines[end]!.kind !== 'close') end += 1;
      add('fence', lines.slice(index, end + 1));
    } else if (line.kind === 'label') add('label', [line]);
    else if (line.kind === 'verbatim')
      add(
        'verbatim',
        runOf(lines, index, (next) => next.kind === 'verbatim' && !isBlank(next.text)),
      );
    else if (line.kind === 'plain' && !isBlank(line.text)) {
      add(
        'text',
        runOf(lines, index, (next) => next.kind === 'plain' && !isBlank(next.text)),
      );
    } else if (isBlank(line.text) || isThematicBreak(line.text)) {
      afterBlank = true;
      index += 1;
    } else {
      const heading = atxHeading(line.text);
      if (heading !== null) add('heading', [line], heading.level, heading.title);
      else if (isTableStart(lines, index))
        add(
          'table',
          runOf(lines, index, (next) => isText(next) && next.text.includes('|')),
        );
      else if (isListItem(line.text))
        add(
          'item',
          runOf(lines, index, (next, at) => continuesParagraph(lines, next, at)),
        );
      else {
        const taken = runOf(lines, index, (next, at) => continuesParagraph(lines, next, at) && setextLevel(next.text) === 0);
        const quoted = line.text.trimStart().startsWith('>');
        const level = taken.length <= 3 && !quoted ? setextLevel(textAt(lines, index + taken.length)) : 0;
        if (level > 0) {
          const title = plainHeading(taken.map((part) => part.text.trim()).join(' '));
          add('heading', [...taken, lines[index + taken.length]!], level, title);
        } else add('text', taken);
      }
    }
  }
  return blocks;
}

/** The line at `index` and those after it that go on with the same block. */
function runOf(lines: readonly CleanLine[], index: number, goesOn: (line: CleanLine, at: number) => boolean): CleanLine[] {
  let end = index + 1;
  while (end < lines.length && goesOn(lines[end]!, end)) end += 1;
  return lines.slice(index, end);
}

function isText(line: CleanLine): boolean {
  return line.kind === 'text' && !isBlank(line.text);
}

function continuesParagraph(lines: readonly CleanLine[], line: CleanLine, at: number): boolean {
  return isText(line) && atxHeading(line.text) === null && !isListItem(line.text) && !isTableStart(lines, at);
}

function textAt(lines: readonly CleanLine[], at: number): string {
  const line = lines[at];
  return line?.kind === 'text' ? line.text : '';
}

function isListItem(text: string): boolean {
  return /^\s*(?:[-*+]|\d{1,9}[.)])[ \t]+\S/.test(text.slice(0, 200)) && !isThematicBreak(text);
}

/** A row with a delimiter row below it, or at least two rows that begin with a bar. */
function isTableStart(lines: readonly CleanLine[], index: number): boolean {
  const text = lines[index]!.text;
  if (!text.includes('|')) return false;
  const next = textAt(lines, index + 1);
  return isDelimiterRow(next) || (text.trimStart().startsWith('|') && next.trimStart().startsWith('|'));
}

/** `| --- | :-: |`: the line between a table's header and its rows. */
export function isDelimiterRow(text: string): boolean {
  return text.includes('|') && text.includes('-') && /^[|:\-\s]+$/.test(text);
}

/** `---`, `***` or `___`, also with blanks between. */
function isThematicBreak(text: string): boolean {
  if (text.length > 200) return false;
  const marks = text.replace(/\s/g, '');
  return marks.length >= 3 && /^(?:-+|\*+|_+)$/.test(marks) && indentOf(text) < 4;
}

/** 1 for a line of `=`, 2 for a line of `-`, else 0. */
function setextLevel(text: string): number {
  const marks = text.trimEnd();
  if (marks === '' || indentOf(marks) > 3 || marks.length > 200) return 0;
  if (/^\s*=+$/.test(marks)) return 1;
  return /^\s*-{2,}$/.test(marks) ? 2 : 0;
}

/** Reads `## Title ##`; a heading needs a blank behind its marks and some text. */
export function atxHeading(text: string): { level: number; title: string } | null {
  const indent = indentOf(text);
  if (text[indent] !== '#' || indent > 3) return null;
  let level = 1;
  while (text[indent + level] === '#') level += 1;
  const next = text[indent + level];
  if (level > 6 || (next !== ' ' && next !== '\t')) return null;
  let rest = text.slice(indent + level).trim();
  let end = rest.length;
  while (rest[end - 1] === '#') end -= 1;
  if (end < rest.length && (end === 0 || rest[end - 1] === ' ')) rest = rest.slice(0, end).trim();
  const title = plainHeading(rest);
  return title === '' ? null : { level, title };
}

/** Heading text without Markdown marks: links by their text, no backticks, no emphasis, no `{#anchor}`. */
function plainHeading(text: string): string {
  return text
    .slice(0, 4 * titleCharacters)
    .replace(/\s{0,20}\{#[^{}]*\}\s*$/, '')
    .replace(/\[([^[\]]{0,400})\]\([^()]{0,800}\)/g, '$1')
    .replace(/`+/g, '')
    .replace(/\*\*|__(?=\w)|(?<=\w)__/g, '')
    .replace(/\\([\\`*_{}[\]()#+\-.!<>|])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, titleCharacters);
}
