import { compileGlob, matchesGlob } from './glob.ts';
import type { Glob } from './glob.ts';

/** One line of a .gitignore. */
interface IgnorePattern {
  negated: boolean;
  directoryOnly: boolean;
  /** Matched against the base name alone when the pattern has no slash, else against the path below the file's folder. */
  baseNameOnly: boolean;
  glob: Glob;
}

/** Patterns of one ignore file; `directory` is the folder it governs, relative to the root of the walk, '' for the root. */
export interface IgnoreFile {
  directory: string;
  patterns: readonly IgnorePattern[];
}

/** Longest line that is taken for a pattern; git has no limit, but no honest pattern comes near. Unit: characters. */
const maximumPatternCharacters = 4096;
/** More patterns than this in one file are not read: the time per file would grow without bound. */
const maximumPatterns = 20_000;

/** Trailing spaces do not count unless escaped. */
function withoutTrailingSpaces(line: string): string {
  let end = line.length;
  while (end > 0 && line[end - 1] === ' ') {
    let slashes = 0;
    for (let position = end - 2; position >= 0 && line[position] === '\\'; position--) slashes++;
    if (slashes % 2 === 1) break;
    end--;
  }
  return line.slice(0, end);
}

function parsePattern(line: string): IgnorePattern | null {
  let text = withoutTrailingSpaces(line);
  if (text === '' || text.startsWith('#') || text.length > maximumPatternCharacters) return null;
  const negated = text.startsWith('!');
  if (negated) text = text.slice(1);
  const directoryOnly = text.endsWith('/');
  if (directoryOnly) text = text.slice(0, -1);
  const baseNameOnly = !text.includes('/');
  if (text.startsWith('/')) text = text.slice(1);
  if (text === '') return null;
  const glob = compileGlob(baseNameOnly && text === '**' ? '*' : text);
  return glob && { negated, directoryOnly, baseNameOnly, glob };
}

/** Reads the text of a .gitignore (or .git/info/exclude); lines that are no valid pattern match nothing, as in git. */
export function parseIgnoreFile(text: string, directory: string): IgnoreFile {
  const patterns: IgnorePattern[] = [];
  const body = text.startsWith('\uFEFF') ? text.slice(1) : text;
  for (const line of body.split('\n')) {
    if (patterns.length >= maximumPatterns) break;
    const pattern = parsePattern(line.endsWith('\r') ? line.slice(0, -1) : line);
    if (pattern) patterns.push(pattern);
  }
  return { directory, patterns };
}

function verdict(file: IgnoreFile, path: string, isDirectory: boolean): boolean | null {
  const below = file.directory === '' ? path : path.slice(file.directory.length + 1);
  const baseName = path.slice(path.lastIndexOf('/') + 1);
  for (let index = file.patterns.length - 1; index >= 0; index--) {
    const pattern = file.patterns[index]!;
    if (pattern.directoryOnly && !isDirectory) continue;
    if (matchesGlob(pattern.glob, pattern.baseNameOnly ? baseName : below)) return !pattern.negated;
  }
  return null;
}

/**
 * Whether git ignores this path, given that it does not ignore the folder around it. `files` are in order of precedence,
 * weakest first (info/exclude, the root's .gitignore, then deeper ones); within a file the last pattern that matches decides.
 */
export function isIgnored(files: readonly IgnoreFile[], path: string, isDirectory: boolean): boolean {
  for (let index = files.length - 1; index >= 0; index--) {
    const decided = verdict(files[index]!, path, isDirectory);
    if (decided !== null) return decided;
  }
  return false;
}
