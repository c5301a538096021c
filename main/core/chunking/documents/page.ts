import { cleanMarkdown } from './clean-markdown.ts';
import { cleanPlain } from './clean-plain.ts';
import { isBlank, type CleanLine } from './clean-line.ts';
import { atxHeading, scanBlocks, type Block } from './blocks.ts';
import { readFrontmatter } from './frontmatter.ts';

/** One document, cleaned and cut into blocks. */
export interface Page {
  /** Title of the frontmatter, else the first h1, else null. */
  title: string | null;
  /** Address that the page itself gives. */
  url: string | null;
  lines: CleanLine[];
  blocks: Block[];
}

/** Lines at a page's top in which its address may stand. */
const headerLines = 12;

/** Reads a document of any of the known text kinds, told apart by the path's extension. */
export function readPage(text: string, path: string): Page {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  const extension = name.includes('.') ? name.slice(name.lastIndexOf('.') + 1) : '';
  if (extension === 'rst' || ((extension === 'txt' || extension === 'text') && !name.startsWith('llms'))) {
    const lines = cleanPlain(text, extension === 'rst');
    const blocks = scanBlocks(lines);
    return { title: firstTitle(blocks), url: null, lines, blocks };
  }
  const front = readFrontmatter(text);
  const header = readHeader(text, front.offset, front.line);
  const body = cleanMarkdown(text, {
    offset: front.offset,
    line: front.line,
    drop: header.drop,
    indentedCode: extension !== 'mdx',
  });
  const lines: CleanLine[] = [];
  if (front.title !== null) {
    lines.push({ text: `# ${front.title.replace(/^#+\s*/, '')}`, first: front.titleLine, last: front.titleLine, kind: 'text' });
    lines.push({ text: '', first: front.titleLine, last: front.titleLine, kind: 'text' });
    dropRepeatedTitle(body, front.title);
  }
  if (front.description !== null && !repeats(body, front.description)) {
    lines.push({ text: front.description, first: front.descriptionLine, last: front.descriptionLine, kind: 'plain' });
    lines.push({ text: '', first: front.descriptionLine, last: front.descriptionLine, kind: 'text' });
  }
  for (const line of body) lines.push(line);
  const blocks = scanBlocks(lines);
  return { title: front.title ?? firstTitle(blocks), url: front.url ?? header.url, lines, blocks };
}

/** The line that names a page's address in a dump, or null. */
export function sourceLineUrl(line: string): string | null {
  const match = /^[>\s*]{0,6}(?:source(?: url)?|url|canonical)\s*:\**\s+<?(https?:\/\/[^\s<>]{1,2000})>?\s*$/i.exec(
    line.slice(0, 2100),
  );
  return match === null ? null : match[1]!;
}

/** `lastmod: 2025-01-01` and its like say nothing about the page. */
function isNoise(line: string): boolean {
  return /^[>\s*_]{0,6}(?:last[ _-]?(?:mod|modified|updated)|updated|date)\s*:\s*[^\n]{0,40}$/i.test(line.slice(0, 80));
}

/** Address and noise among the first lines of a page, before its text begins. */
function readHeader(text: string, offset: number, firstLine: number): { url: string | null; drop: Set<number> } {
  const drop = new Set<number>();
  let url: string | null = null;
  let at = offset;
  for (let line = firstLine; line < firstLine + headerLines && at < text.length; line += 1) {
    const end = text.indexOf('\n', at);
    const content = text.slice(at, Math.min(end < 0 ? text.length : end, at + 3000)).trim();
    const found: string | null = url === null ? sourceLineUrl(content) : null;
    if (found !== null || isNoise(content)) {
      url ??= found;
      drop.add(line);
    } else if (content !== '' && atxHeading(content) === null) break;
    if (end < 0) break;
    at = end + 1;
  }
  return { url, drop };
}

/** The frontmatter's title is the page's h1; the same heading in the text would repeat it. */
function dropRepeatedTitle(body: CleanLine[], title: string): void {
  const at = body.findIndex((line) => !isBlank(line.text));
  const line = body[at];
  if (line?.kind !== 'text') return;
  const heading = atxHeading(line.text);
  if (heading?.level === 1 && sameText(heading.title, title)) body.splice(at, 1);
}

/** True where the page's text begins with its description. */
function repeats(body: readonly CleanLine[], description: string): boolean {
  const line = body.find((candidate) => !isBlank(candidate.text) && !candidate.text.startsWith('#'));
  return line !== undefined && sameText(line.text.replace(/^>\s*/, ''), description);
}

function sameText(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

function firstTitle(blocks: readonly Block[]): string | null {
  const heading =
    blocks.find((block) => block.kind === 'heading' && block.level === 1) ?? blocks.find((block) => block.kind === 'heading');
  return heading?.title ?? null;
}
