import type { SearchHit } from '../../../../main/contract/search.ts';
import { hitTitle } from '../../../parts/hits/hit-title.ts';
import { codeSnippet, fenceLanguage, looksLikeCode, plainSnippet, withoutFences } from './plain-snippet.ts';

/** What a row shows of a hit, and how high that is. The same heights stand in hit-row.module.css. */
export interface HitShape {
  title: string;
  /** What stands above or around it; null where the title says all. */
  detail: string | null;
  snippet: { kind: 'text'; text: string; lines: number } | { kind: 'code'; text: string; language: string } | null;
  note: string | null;
  /** Unit: CSS pixels. */
  height: number;
}

/** Padding and border, the line of the title, that of the place. Unit: CSS pixels, as all below. */
const bareHeight = 8 + 22 + 18 + 10 + 1;
const detailHeight = 18;
const textLineHeight = 18;
const textMargin = 2;
const codeLineHeight = 16;
/** Margin above and padding on both sides. */
const codeFrame = 4 + 4 + 4;
const noteHeight = 2 + 16;
/** A line of text takes more in most windows: one line too many is room, one too few would be cut. */
const charactersPerLine = 56;
const mostTextLines = 3;

/** Height of a row that shows neither snippet nor detail. */
export const plainHitHeight = bareHeight;

const shapes = new WeakMap<SearchHit, HitShape>();

/** The shape of a hit, worked out once: a list that knows its heights needs not ask the browser, which would lay out every row for it. */
export function hitShape(hit: SearchHit): HitShape {
  const known = shapes.get(hit);
  if (known !== undefined) return known;
  const { title, detail } = hitTitle(hit);
  const snippet = snippetOf(hit);
  const note = noteOf(hit);
  const height = bareHeight + (detail === null ? 0 : detailHeight) + snippetHeight(snippet) + (note === null ? 0 : noteHeight);
  const shape = { title, detail, snippet, note, height };
  shapes.set(hit, shape);
  return shape;
}

function snippetOf(hit: SearchHit): HitShape['snippet'] {
  const isPage = hit.contentType === 'doc' || hit.contentType === 'readme';
  if (isPage && !looksLikeCode(hit.snippet)) {
    const text = plainSnippet(hit.snippet);
    if (text === '') return null;
    return { kind: 'text', text, lines: Math.min(mostTextLines, Math.ceil(text.length / charactersPerLine)) };
  }
  const text = codeSnippet(isPage ? withoutFences(hit.snippet) : hit.snippet);
  if (text === '') return null;
  return { kind: 'code', text, language: isPage ? (fenceLanguage(hit.snippet) ?? '') : hit.language };
}

function noteOf({ deprecated }: SearchHit): string | null {
  if (deprecated === null) return null;
  return deprecated.replacement === undefined ? deprecated.note : `${deprecated.note} Use ${deprecated.replacement}.`;
}

function snippetHeight(snippet: HitShape['snippet']): number {
  if (snippet === null) return 0;
  return snippet.kind === 'text'
    ? textMargin + snippet.lines * textLineHeight
    : codeFrame + snippet.text.split('\n').length * codeLineHeight;
}
