import type { ChunkDraft, ChunkMetadata, ChunkType, ContentType, FileText } from '../../chunk.ts';
import { cutLine } from './line-tokens.ts';
import type { LineTokens } from './line-tokens.ts';
import { dedent } from './text-lines.ts';
import type { TextLines } from './text-lines.ts';

/** Most tokens of one window: what the model reads. */
export const windowTokens = 256;

/** One file under the knife. */
export interface ChunkingFile {
  file: FileText;
  lines: TextLines;
  tokens: LineTokens;
  contentType: ContentType;
}

/** What a chunk is, apart from its lines. */
export interface ChunkLabel {
  chunkType: ChunkType;
  symbol: string | null;
  metadata: ChunkMetadata;
}

/** File name of a path. */
export function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** A chunk of given content. */
export function makeDraft(
  source: ChunkingFile,
  startLine: number,
  endLine: number,
  content: string,
  label: ChunkLabel,
): ChunkDraft {
  return {
    contentType: source.contentType,
    chunkType: label.chunkType,
    content,
    startLine,
    endLine,
    language: source.file.language,
    title: fileName(source.file.path),
    headingTrail: [],
    symbol: label.symbol,
    metadata: label.metadata,
  };
}

/** A chunk whose content is its lines, without the indentation they share and without blank lines at its ends; null when all are blank. */
export function draftOfLines(source: ChunkingFile, start: number, end: number, label: ChunkLabel): ChunkDraft | null {
  const { lines } = source;
  let first = start;
  let last = Math.min(end, lines.count);
  while (first <= last && lines.isBlank(first)) first += 1;
  while (last >= first && lines.isBlank(last)) last -= 1;
  if (first > last) return null;
  return makeDraft(source, first, last, dedent(lines.slice(first, last)).join('\n'), label);
}

/** Cuts lines into windows of at most `windowTokens`, at blank lines where one is near, else at lines; too long a line is cut inside. */
export function plainWindows(source: ChunkingFile, start: number, end: number, label: ChunkLabel): ChunkDraft[] {
  const { lines, tokens } = source;
  const drafts: ChunkDraft[] = [];
  const window = { ...label, chunkType: 'window' as const };
  const push = (from: number, to: number): void => {
    const draft = draftOfLines(source, from, to, window);
    if (draft !== null) drafts.push(draft);
  };
  let from = start;
  let used = 0;
  let lastBlank = -1;
  for (let number = start; number <= end; number += 1) {
    const cost = tokens.between(number, number);
    if (cost > windowTokens) {
      if (number > from) push(from, number - 1);
      for (const piece of cutLine(lines.line(number), tokens.counter, windowTokens))
        drafts.push(makeDraft(source, number, number, piece, window));
      from = number + 1;
      used = 0;
      lastBlank = -1;
      continue;
    }
    if (used + cost > windowTokens) {
      // A paragraph's end in the second half of the window is the better place to cut.
      const at = lastBlank > from && tokens.between(from, lastBlank) * 2 >= windowTokens ? lastBlank + 1 : number;
      push(from, at - 1);
      from = at;
      used = tokens.between(from, number - 1);
      lastBlank = -1;
    }
    used += cost;
    if (cost === 0 && lines.isBlank(number)) lastBlank = number;
  }
  if (from <= end) push(from, end);
  return drafts;
}
