import type { SyntaxSnapshot } from '../syntax-snapshot.ts';
import { clip } from '../text-lines.ts';
import type { TextLines } from '../text-lines.ts';
import { lastLineOf } from './python-module.ts';
import type { PythonDefinition } from './python-module.ts';
import { signatureOf } from './python-signature.ts';

/** Lines from which a method or function is a chunk of its own; shorter ones stand whole in the overview. */
const smallestBody = 3;

/** How much of a scope's own statements an overview shows; what is above becomes windows. */
export interface OverviewBudget {
  lines: number;
  characters: number;
}

export const moduleBudget: OverviewBudget = { lines: 60, characters: 6_000 };
export const classBudget: OverviewBudget = { lines: 200, characters: 16_000 };

/** A statement above either is a table or a script, not an outline: it gets windows, the overview its first line. */
const largestStatement: OverviewBudget = { lines: 20, characters: 1_500 };
/** A run of lines up to this size is shown even when the budget is used up (at most three times over), since it would be a poor window. */
const smallRun: OverviewBudget = { lines: 3, characters: 300 };
/** Characters of index lines (signatures) in one overview. */
const longestIndex = 28_000;

export interface LineRange {
  start: number;
  end: number;
}

export interface Overview {
  content: string[];
  /** Lines that the content does not show; they become windows. */
  leftOver: LineRange[];
}

export interface OverviewScope {
  start: number;
  end: number;
  definitions: readonly PythonDefinition[];
  statements: readonly number[];
  /** Lines that are shown elsewhere (docstring, imports) or say nothing (licence). */
  skip: readonly LineRange[];
  /** Lines that another chunk holds (type definitions), shown by their first line. */
  elsewhere: readonly LineRange[];
  budget: OverviewBudget;
  /** Index lines get the decorators in front. */
  withDecorators: boolean;
}

/** True when a definition has a chunk of its own. */
export function hasOwnChunk(definition: PythonDefinition): boolean {
  return definition.kind === 'class' || definition.endLine - definition.startLine + 1 >= smallestBody;
}

/**
 * The scope's lines in their order, with each definition that has a chunk of its own shortened to its signature. Whatever
 * text is not shown is told in `leftOver`, so that no line of a file is lost.
 */
export function renderOverview(snapshot: SyntaxSnapshot, lines: TextLines, scope: OverviewScope): Overview {
  const replaced = replacements(snapshot, lines, scope);
  const content: string[] = [];
  const leftOver: LineRange[] = [];
  let shownLines = 0;
  let shownCharacters = 0;
  let runStart = scope.start;

  const flushRun = (end: number): void => {
    let start = runStart;
    let last = end;
    while (start <= last && lines.isBlank(start)) start += 1;
    while (last >= start && lines.isBlank(last)) last -= 1;
    if (start > last) return;
    const run = lines.slice(start, last);
    const characters = run.reduce((sum, line) => sum + line.length + 1, 0);
    const small = run.length <= smallRun.lines && characters <= smallRun.characters;
    const factor = small ? 3 : 1;
    if (
      shownLines + run.length > scope.budget.lines * factor ||
      shownCharacters + characters > scope.budget.characters * factor
    ) {
      leftOver.push({ start, end: last });
      return;
    }
    shownLines += run.length;
    shownCharacters += characters;
    if (start > runStart && content.length > 0) content.push('');
    content.push(...run.map((line) => (line.trim() === '' ? '' : line)));
    if (last < end) content.push('');
  };

  for (const piece of replaced) {
    if (piece.start > runStart) flushRun(piece.start - 1);
    if (piece.text !== null) content.push(piece.text);
    if (piece.leftOver) leftOver.push({ start: piece.start, end: piece.end });
    runStart = Math.max(runStart, piece.end + 1);
  }
  if (runStart <= scope.end) flushRun(scope.end);
  return { content: withoutBlankRuns(content), leftOver };
}

interface Replacement extends LineRange {
  text: string | null;
  leftOver: boolean;
}

function replacements(snapshot: SyntaxSnapshot, lines: TextLines, scope: OverviewScope): Replacement[] {
  const found: Replacement[] = scope.skip.map((range) => ({ ...range, text: null, leftOver: false }));
  let indexCharacters = 0;
  let unnamed = 0;
  for (const definition of scope.definitions) {
    if (!hasOwnChunk(definition)) continue;
    let text: string | null = indexLine(snapshot, lines, definition, scope.withDecorators);
    indexCharacters += text.length;
    if (indexCharacters > longestIndex) {
      text = null;
      unnamed += 1;
    }
    // Something else may stand on the first line of a definition: `x = 1; class A: pass`.
    const first = lines.line(definition.startLine);
    if (text !== null && !/^\s*(@|def\b|async\b|class\b)/.test(first)) text = `${clip(first, 500)}\n${text}`;
    found.push({ start: definition.startLine, end: definition.endLine, text, leftOver: false });
  }
  for (const range of scope.elsewhere) found.push({ ...range, text: firstLine(lines, range), leftOver: false });
  for (const statement of scope.statements) {
    const range = { start: lines.lineAt(snapshot.start(statement)), end: lastLineOf(snapshot, lines, statement) };
    const large =
      range.end - range.start + 1 > largestStatement.lines ||
      snapshot.end(statement) - snapshot.start(statement) > largestStatement.characters;
    if (!large || [...scope.elsewhere, ...scope.skip].some((other) => other.start <= range.start && other.end >= range.end))
      continue;
    found.push({ ...range, text: firstLine(lines, range), leftOver: true });
  }
  if (unnamed > 0)
    found.push({ start: scope.end + 1, end: scope.end, text: `… and ${unnamed} more definitions`, leftOver: false });
  return found.sort((a, b) => a.start - b.start || a.end - b.end);
}

function firstLine(lines: TextLines, range: LineRange): string {
  const line = clip(lines.line(range.start), 200);
  return range.end > range.start ? `${line} …` : line;
}

function indexLine(snapshot: SyntaxSnapshot, lines: TextLines, definition: PythonDefinition, withDecorators: boolean): string {
  const line = lines.line(definition.startLine);
  const indentation = /^[ \t]*/.exec(line)?.[0] ?? '';
  const decorators = withDecorators ? definition.decorators.map((decorator) => `@${clip(decorator, 80)} `).join('') : '';
  return `${indentation}${decorators}${signatureOf(snapshot, definition)}: ...`;
}

function withoutBlankRuns(content: readonly string[]): string[] {
  const kept: string[] = [];
  for (const line of content) if (line !== '' || (kept.length > 0 && kept.at(-1) !== '')) kept.push(line);
  while (kept.at(-1) === '') kept.pop();
  return kept;
}
