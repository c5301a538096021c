import { readPage } from './page.ts';

/** A page as plain Markdown, and for each of its lines the line of the file it came from. */
export interface ReadableMarkdown {
  text: string;
  lines: number[];
}

/** A Markdown or MDX page as a reader wants it: what chunks are made of, whole. */
export function readableMarkdown(text: string, path: string): ReadableMarkdown {
  const { lines } = readPage(text, path);
  return { text: lines.map((line) => line.text).join('\n'), lines: lines.map((line) => Math.max(1, line.first)) };
}
