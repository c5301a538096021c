import { readPage } from './page.ts';

/** A heading of a document. */
export interface OutlineEntry {
  level: number;
  /** Plain text, without Markdown marks. */
  text: string;
  /** Anchor as GitHub makes it, unique within the document. */
  slug: string;
  /** 1-based line in the document. */
  line: number;
}

/** One section of a document: from its heading to the next one of the same or a higher level. */
export interface DocumentSection {
  heading: OutlineEntry;
  startLine: number;
  endLine: number;
  /** The original lines, as they are in the file. */
  text: string;
}

/** Headings of a Markdown or MDX document in order; a title in the frontmatter counts as its h1. */
export function markdownOutline(text: string, path = 'page.mdx'): OutlineEntry[] {
  const used = new Map<string, number>();
  return readPage(text, path)
    .blocks.filter((block) => block.kind === 'heading')
    .map((block) => ({
      level: block.level,
      text: block.title,
      slug: uniqueSlug(block.title, used),
      line: block.lines[0]!.first,
    }));
}

/**
 * The section that a heading's text or slug names, whatever the case; a trail such as `Usage > Basic setup` tells equal headings
 * apart. Null where there is none.
 */
export function sectionOf(text: string, section: string, path = 'page.mdx'): DocumentSection | null {
  const outline = markdownOutline(text, path);
  const at = findHeading(outline, section);
  if (at < 0) return null;
  const heading = outline[at]!;
  const next = outline.find((entry, index) => index > at && entry.level <= heading.level);
  const lines = text.split('\n');
  // The line end that closes the file is no line of its own.
  if (lines.length > 1 && lines.at(-1) === '') lines.pop();
  let endLine = next === undefined ? lines.length : next.line - 1;
  while (endLine > heading.line && lines[endLine - 1]!.trim() === '') endLine -= 1;
  return { heading, startLine: heading.line, endLine, text: lines.slice(heading.line - 1, endLine).join('\n') };
}

function findHeading(outline: readonly OutlineEntry[], section: string): number {
  const wanted = section.trim().replace(/^#+\s*/, '');
  const written = outline.findIndex((entry) => same(entry.text, section.trim()));
  if (written >= 0) return written;
  const exact = outline.findIndex((entry) => same(entry.text, wanted) || entry.slug === wanted.toLowerCase());
  if (exact >= 0) return exact;
  const slug = slugOf(wanted);
  const bySlug = slug === '' ? -1 : outline.findIndex((entry) => entry.slug === slug);
  if (bySlug >= 0) return bySlug;
  const names = wanted.split(/\s*[>›»]\s*/).filter((name) => name !== '');
  if (names.length < 2) return -1;
  return outline.findIndex((entry, index) => {
    if (!same(entry.text, names.at(-1)!)) return false;
    const trail = trailAt(outline, index);
    let matched = 0;
    for (const title of trail) if (matched < names.length && same(title, names[matched]!)) matched += 1;
    return matched === names.length;
  });
}

/** Headings above and including the one at `index`, outermost first. */
function trailAt(outline: readonly OutlineEntry[], index: number): string[] {
  const trail: string[] = [];
  let level = 7;
  for (let at = index; at >= 0 && level > 1; at -= 1) {
    const entry = outline[at]!;
    if (entry.level >= level) continue;
    trail.push(entry.text);
    level = entry.level;
  }
  return trail.toReversed();
}

function same(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** Anchor of a heading: lower case, punctuation dropped, blanks as hyphens. */
export function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_\s-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
}

function uniqueSlug(title: string, used: Map<string, number>): string {
  const slug = slugOf(title);
  const times = used.get(slug) ?? 0;
  used.set(slug, times + 1);
  return times === 0 ? slug : `${slug}-${times}`;
}
