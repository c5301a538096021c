/** Lines of one `export` that are skipped at most; what is longer is no component but text. */
const longestStatementLines = 500;

const importPattern = /import\s{1,20}(?:type\s{1,20})?(?:[\w$*{][^'"\n]{0,500}\sfrom\s{0,20})?['"][^'"\n]{1,500}['"]/y;
const importListPattern = /import\s{1,20}(?:type\s{1,20})?(?:[\w$]{1,100}\s{0,20},\s{0,20})?\{[^}'"\n]{0,500}\r?\n/y;
const exportPattern = /export\s{1,20}(?:(?:const|let|var|function|async|default|class)\s|[{*])/y;

/**
 * MDX lets a page begin a block with an import or export statement, which is no text of the page. Returns the offset behind the
 * statement that begins at `at`, or `at` itself.
 */
export function moduleStatementEnd(text: string, at: number): number {
  const char = text[at];
  if (char !== 'i' && char !== 'e') return at;
  for (const pattern of [importPattern, importListPattern, exportPattern]) {
    pattern.lastIndex = at;
    if (pattern.test(text)) return statementEnd(text, at);
  }
  return at;
}

/** Offset behind the line on which all brackets are closed; where they never are, the next blank line. */
function statementEnd(text: string, at: number): number {
  let depth = 0;
  let lines = 0;
  for (let index = at; index < text.length && lines <= longestStatementLines; index += 1) {
    const char = text[index];
    if (char === '(' || char === '{' || char === '[') depth += 1;
    else if (char === ')' || char === '}' || char === ']') depth -= 1;
    else if (char === '\n') {
      lines += 1;
      if (depth <= 0 && !continues(text, index)) return index + 1;
    }
  }
  if (depth <= 0 && lines <= longestStatementLines) return text.length;
  const blank = /\n[ \t\r]{0,200}\n/g;
  blank.lastIndex = at;
  const end = blank.exec(text);
  return end === null ? text.length : end.index + 1;
}

/** True where a line end is inside a statement: `export const x =` and `=>` go on. */
function continues(text: string, newline: number): boolean {
  const before = text.slice(Math.max(0, newline - 20), newline).trimEnd();
  return before.endsWith('=') || before.endsWith('=>') || before.endsWith(',');
}
