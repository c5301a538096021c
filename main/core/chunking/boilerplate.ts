/**
 * Marks the lines of a piece of code that say nothing about what it does: the licence comment at its top and its imports.
 * They are embedded too, but never alone.
 */

const commentStart = /^\s*(?:#|\/\/|\/\*|\*|--|;|<!--|%)/;
const licenceWords = /copyright|licen[sc]e|spdx|all rights reserved/i;
/** Imports of the indexed languages, at the start of a line. */
const importStart =
  /^\s*(?:import\b(?!\s*\.)|from\s+[\w.]+\s+import\b|export\s+(?:\*|\{[^}]*\})\s*from\b|(?:const|let|var)\s[^=]*=\s*(?:await\s+)?(?:require|import)\s*\(|#\s*(?:include|import|pragma once)\b|(?:pub\s+)?use\s+[\w:\\{]|extern crate\b|using\s+(?:static\s+)?[\w.]+(?:\s*=\s*[\w.<>]+)?\s*;|package\s+[\w.]+\s*;?\s*$|namespace\s+[\w\\.]+\s*;|require(?:_relative|_once)?\s*\(?\s*['"])/;
/** An import statement over more lines than this is not followed further. */
const longestImport = 200;
/** Longer lines are cut off before the patterns run. */
const patternCharacters = 400;

/** One flag per line; true for licence and import lines. Blank lines are false. */
export function boilerplateLines(lines: readonly string[]): boolean[] {
  const flags = lines.map(() => false);
  const heads = lines.map((line) => line.slice(0, patternCharacters));
  markLicence(heads, flags);
  markImports(heads, flags);
  return flags;
}

function markLicence(heads: readonly string[], flags: boolean[]): void {
  let start = 0;
  while (start < heads.length) {
    if (heads[start]!.trim() === '') {
      start += 1;
      continue;
    }
    let end = start;
    let open: string | null = null;
    while (end < heads.length && (open !== null || commentStart.test(heads[end]!))) {
      const line = heads[end]!.trim();
      if (open === null) open = line.startsWith('/*') ? '*/' : line.startsWith('<!--') ? '-->' : null;
      if (open !== null && line.includes(open)) open = null;
      end += 1;
    }
    if (end === start) return;
    const shebang = start === 0 && heads[0]!.startsWith('#!') && end === 1;
    if (!shebang && !heads.slice(start, end).some((line) => licenceWords.test(line))) return;
    flags.fill(true, start, end);
    start = end;
  }
}

function markImports(heads: readonly string[], flags: boolean[]): void {
  for (let index = 0; index < heads.length; index += 1) {
    if (flags[index] || !importStart.test(heads[index]!)) continue;
    let depth = 0;
    const last = Math.min(heads.length, index + longestImport);
    let end = index;
    for (; end < last; end += 1) {
      depth += nesting(heads[end]!);
      if (depth <= 0 && !heads[end]!.trimEnd().endsWith('\\')) break;
    }
    if (end === last) {
      flags[index] = true;
      continue;
    }
    flags.fill(true, index, end + 1);
    index = end;
  }
}

/** Brackets opened less those closed. */
function nesting(line: string): number {
  let depth = 0;
  for (const character of line) {
    if (character === '(' || character === '{') depth += 1;
    else if (character === ')' || character === '}') depth -= 1;
  }
  return depth;
}
