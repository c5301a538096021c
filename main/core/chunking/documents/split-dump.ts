import { atxHeading } from './blocks.ts';
import { closesFence, fenceOpening, type FenceOpening } from './fences.ts';
import { slugOf } from './outline.ts';
import { sourceLineUrl } from './page.ts';
import { readableUrl, routeOf } from './page-url.ts';

/** One page of an `llms-full.txt`. */
export interface DumpPage {
  title: string;
  /** Address of the page that people read, null where the dump names none. */
  url: string | null;
  /** Path within the site without a leading slash, unique in the dump, safe as a relative path. */
  path: string;
  /** Line of the dump, 1-based, that the text begins with. */
  startLine: number;
  /** The page as the dump has it, its line with the address included. */
  text: string;
}

/** Where a page begins (0-based line) and what it says about itself. */
interface PageStart {
  line: number;
  title: string;
  url: string | null;
}

/** Lines below a page's title in which its address may stand. */
const addressLines = 4;
/** Lines of one page's frontmatter at most. */
const frontmatterLines = 40;
const longestPath = 200;

/**
 * Splits an `llms-full.txt` into its pages. Known forms: `# Title` with `Source: URL` (Mintlify and others), `url:` in a `---`
 * block per page (VitePress, Fumadocs), pages apart by `---` or `***` lines, a heading of level 1 per page, one page alone.
 * What stands before the first page is a page of its own.
 */
export function splitDump(text: string): DumpPage[] {
  const lines = text.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
  const fenced = fencedLines(lines);
  const starts = addressedStarts(lines, fenced) ?? frontmatterStarts(lines, fenced) ?? headingStarts(lines, fenced);
  if (starts[0]?.line !== 0)
    starts.unshift({ line: 0, title: firstHeading(lines, starts[0]?.line ?? lines.length, fenced), url: null });
  const rawLines = text.split('\n');
  const pages: DumpPage[] = [];
  const used = new Map<string, number>();
  for (const [index, start] of starts.entries()) {
    const end = starts[index + 1]?.line ?? lines.length;
    const body = rawLines.slice(start.line, end).join('\n');
    if (body.trim() === '') continue;
    const path = uniquePath(start.url === null ? slugOf(start.title).replace(/^-+/, '') : pathOf(start.url), used);
    pages.push({ title: start.title === '' ? path : start.title, url: start.url, path, startLine: start.line + 1, text: body });
  }
  return pages;
}

/** 1 for every line inside a fence, its first and last line included. */
function fencedLines(lines: readonly string[]): Uint8Array {
  const fenced = new Uint8Array(lines.length);
  let fence: FenceOpening | null = null;
  let opened = 0;
  let pageInside = false;
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index]!;
    if (fence === null) {
      fence = fenceOpening(line);
      opened = index;
      pageInside = false;
      continue;
    }
    pageInside ||= addressedStart(lines, index) !== null;
    if (!closesFence(line, fence)) {
      // A new fence with a language cannot begin inside one: where a page begins in between, the first was never closed.
      const next = fenceOpening(line);
      if (next === null || next.char !== fence.char || next.length > fence.length || !pageInside) continue;
      fence = next;
      opened = index;
      continue;
    }
    fenced.fill(1, opened, index + 1);
    fence = null;
  }
  return fenced;
}

/** `# Title`, then an address on one of the next lines. */
function addressedStart(lines: readonly string[], index: number): PageStart | null {
  const line = lines[index]!;
  if (!line.startsWith('# ')) return null;
  const heading = atxHeading(line);
  if (heading === null) return null;
  for (let at = index + 1; at <= index + addressLines && at < lines.length; at += 1) {
    const content = lines[at]!;
    const url = sourceLineUrl(content);
    if (url !== null) return { line: index, title: heading.title, url: readableUrl(url) };
    if (content.startsWith('#')) return null;
  }
  return null;
}

function addressedStarts(lines: readonly string[], fenced: Uint8Array): PageStart[] | null {
  const starts: PageStart[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const start = fenced[index] === 1 ? null : addressedStart(lines, index);
    if (start !== null) starts.push(start);
  }
  return starts.length > 0 ? starts : null;
}

/** A `---` block with an address per page. */
function frontmatterStarts(lines: readonly string[], fenced: Uint8Array): PageStart[] | null {
  const starts: PageStart[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    if (fenced[index] === 1 || lines[index]!.trimEnd() !== '---') continue;
    let url: string | null = null;
    let title = '';
    let at = index + 1;
    for (; at < lines.length && at < index + frontmatterLines; at += 1) {
      const line = lines[at]!;
      if (line.trimEnd() === '---' || line.trim() === '') break;
      const pair = /^(title|url|source|source_url|path|slug)\s{0,20}:\s{0,20}(\S.*)$/.exec(line.slice(0, 1000));
      if (pair === null) continue;
      const value = pair[2]!.trim().replace(/^(["'])(.*)\1$/, '$2');
      if (pair[1] === 'title') title = value;
      else url ??= value;
    }
    if (lines[at]?.trimEnd() !== '---' || url === null) continue;
    starts.push({
      line: index,
      title: title === '' ? firstHeading(lines, lines.length, fenced, at) : title,
      url: URL.canParse(url) ? readableUrl(url) : url,
    });
    index = at;
  }
  return starts.length > 0 ? starts : null;
}

/** Pages of one heading each; a separator line before the heading belongs to the page before. */
function headingStarts(lines: readonly string[], fenced: Uint8Array): PageStart[] {
  const starts: PageStart[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    if (fenced[index] === 1 || !lines[index]!.startsWith('# ')) continue;
    const heading = atxHeading(lines[index]!);
    if (heading !== null) starts.push({ line: index, title: heading.title, url: null });
  }
  return starts;
}

function firstHeading(lines: readonly string[], end: number, fenced: Uint8Array, from = 0): string {
  for (let index = from; index < Math.min(end, from + 200); index += 1) {
    const heading = fenced[index] === 1 ? null : atxHeading(lines[index]!);
    if (heading !== null) return heading.title;
  }
  return '';
}

/** Path of an address within its site. */
function pathOf(url: string): string {
  if (!URL.canParse(url)) return routeOf(url);
  const { pathname, hash } = new URL(url);
  let path = pathname;
  try {
    path = decodeURIComponent(pathname);
  } catch {
    // A stray percent sign stays as it is.
  }
  return routeOf(path) + (/^#[/!]/.test(hash) ? `/${slugOf(hash)}` : '');
}

function uniquePath(path: string, used: Map<string, number>): string {
  // Control characters and backslashes have no place in a path.
  const clean = path
    .replace(/[\p{Cc}\\]/gu, '')
    .slice(0, longestPath)
    .replace(/\/+$/, '');
  const base = clean === '' ? 'index' : clean;
  const key = base.toLowerCase();
  // The number goes on where the last page of this name ended, so that thousands of equal titles stay cheap.
  let number = used.get(key) ?? 0;
  let unique = base;
  while (used.has(unique.toLowerCase())) {
    number += 1;
    unique = `${base}-${number}`;
  }
  used.set(key, Math.max(number, 1));
  if (unique !== base) used.set(unique.toLowerCase(), 1);
  return unique;
}
