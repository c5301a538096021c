import { stripVTControlCharacters, styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

/** Colours only on a terminal; NO_COLOR and FORCE_COLOR are honoured by Node. */
export function paint(style: Style, text: string): string {
  return styleText(style, text, { stream: process.stdout });
}

/** Text from sources without anything that could steer a terminal. */
export function plain(text: string): string {
  return stripVTControlCharacters(text).replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '');
}

/** The same in one line, for names and paths: they may hold line ends and marks that turn the direction of writing. */
export function plainLine(text: string): string {
  return plain(text.replace(/[\t-\r\u0085\u2028\u2029]+/g, ' ')).replace(/[\u202a-\u202e\u2066-\u2069]/g, '');
}

/** A word of a command that can be copied into a shell as it stands, whatever it holds. */
export function shellWord(text: string): string {
  if (/^[\w@%+=:,./~-]+$/.test(text) && !text.startsWith('~')) return text;
  if (plainLine(text) === text) return `'${text.replaceAll("'", `'\\''`)}'`;
  const escaped = text
    .replace(/[\\']/g, '\\$&')
    .replace(/[\u0000-\u001f\u007f]/g, (control) => `\\x${control.charCodeAt(0).toString(16).padStart(2, '0')}`)
    .replace(
      /[\u0080-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g,
      (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
  return `$'${escaped}'`;
}

/** A table with columns as wide as their longest cell; numbers to the right. The first row is the heading. */
export function table(rows: readonly (readonly (string | number)[])[]): string {
  const cells = rows.map((row) => row.map((cell) => (typeof cell === 'number' ? cell.toLocaleString('en') : plainLine(cell))));
  const widths = cells[0]?.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0))) ?? [];
  return cells
    .map((row, line) => {
      const text = row
        .map((cell, column) => {
          const right = rows.slice(1).some((source) => typeof source[column] === 'number');
          return right ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!);
        })
        .join('  ')
        .trimEnd();
      return line === 0 ? paint('dim', text) : text;
    })
    .join('\n');
}

/** `75 s` or `2 min 5 s`. */
export function duration(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return whole < 120 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

export function indent(text: string, by: string): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? line : by + line))
    .join('\n');
}
