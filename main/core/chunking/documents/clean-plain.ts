import { indentOf, isBlank, type CleanLine } from './clean-line.ts';

/** Punctuation that reStructuredText allows under and over titles. */
const adornment = /^([=\-~^"'*+#`:._])\1{2,}$/;
const longestTitle = 200;

/**
 * Plain text and reStructuredText: paragraphs, and for reStructuredText titles as Markdown headings (the level is the order in
 * which an underline's style is first met). Comments and directive options are left out; literal blocks stay as they are.
 */
export function cleanPlain(text: string, restructured: boolean): CleanLine[] {
  const raw = text.split('\n').map((line) => line.trimEnd());
  const lines: CleanLine[] = [];
  const styles: string[] = [];
  for (let index = 0; index < raw.length; index += 1) {
    const line = raw[index]!;
    const first = index + 1;
    const over = restructured ? adornment.exec(line.slice(0, longestTitle + 1)) : null;
    const title = over === null ? line : (raw[index + 1] ?? '');
    const under = over === null ? (raw[index + 1] ?? '') : (raw[index + 2] ?? '');
    if (restructured && isTitle(title, under) && (over === null ? indentOf(line) === 0 : under === line)) {
      const style = `${under[0]}${over === null ? '' : 'o'}`;
      if (!styles.includes(style)) styles.push(style);
      const last = first + (over === null ? 1 : 2);
      const level = Math.min(styles.indexOf(style) + 1, 6);
      lines.push({ text: '', first, last: first, kind: 'text' });
      lines.push({ text: `${'#'.repeat(level)} ${title.trim()}`, first, last, kind: 'text' });
      lines.push({ text: '', first: last, last, kind: 'text' });
      index = last - 1;
    } else if (restructured && /^\.\. _[^:]{1,200}:$/.test(line)) {
      // A link target names the place, not the text.
      continue;
    } else if (
      restructured &&
      indentOf(line) > 0 &&
      /^\s+:[\w-]{1,40}:(?:\s|$)/.test(line.slice(0, 200)) &&
      raw[index - 1]?.includes('.. ')
    ) {
      continue;
    } else lines.push({ text: isBlank(line) ? '' : line, first, last: first, kind: isBlank(line) ? 'text' : 'plain' });
  }
  return lines;
}

function isTitle(title: string, under: string): boolean {
  if (title.length > longestTitle || under.length > longestTitle + 100) return false;
  return !isBlank(title) && !adornment.test(title) && adornment.test(under) && under.length >= title.trim().length;
}
