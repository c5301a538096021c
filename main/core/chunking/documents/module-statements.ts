/** Lines of one `export` that are skipped at most; what is longer is no component but text. */
const longestStatementLines = 500;

const importPattern = /import\s{1,20}(?:type\s{1,20})?(?:[\w$*{][^'"\n]{0,500}\sfrom\s{0,20})?['"][^'"\n]{1,500}['"]/y;
const importListPattern = /import\s{1,20}(?:type\s{1,20})?(?:[\w$]{1,100}\s{0,20},\s{0,20})?\{[^}'"\n]{0,500}\r?\n/y;
const exportPattern = /export\s{1,20}(?:(?:const|let|var|function|async|default|class)\s|[{*])/y;

/** An unfinished statement is looked through at most this often in one page. */
const mostFailures = 20;

/**
 * MDX lets a page begin a block with an import or export statement, which is no text of the page. Finds where one ends; statements
 * whose brackets never close end at the next blank line, and after some of those no brackets are counted any more.
 */
export class ModuleStatements {
  readonly #text: string;
  #failures = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Offset behind the statement that begins at `at`, or `at` itself. */
  end(at: number): number {
    const char = this.#text[at];
    if (char !== 'i' && char !== 'e') return at;
    for (const pattern of [importPattern, importListPattern, exportPattern]) {
      pattern.lastIndex = at;
      if (pattern.test(this.#text)) return this.#statementEnd(at);
    }
    return at;
  }

  #statementEnd(at: number): number {
    const text = this.#text;
    const mostLines = this.#failures < mostFailures ? longestStatementLines : 2;
    let depth = 0;
    let lines = 0;
    for (let index = at; index < text.length && lines <= mostLines; index += 1) {
      const char = text[index];
      if (char === '(' || char === '{' || char === '[') depth += 1;
      else if (char === ')' || char === '}' || char === ']') depth -= 1;
      else if (char === '\n') {
        lines += 1;
        if (depth <= 0 && !continues(text, index)) return index + 1;
      }
    }
    if (depth <= 0 && lines <= mostLines) return text.length;
    this.#failures += 1;
    const blank = /\n[ \t\r]{0,200}\n/g;
    blank.lastIndex = at;
    const end = blank.exec(text);
    return end === null ? text.length : end.index + 1;
  }
}

/** True where a line end is inside a statement: `export const x =` and `=>` go on. */
function continues(text: string, newline: number): boolean {
  const before = text.slice(Math.max(0, newline - 20), newline).trimEnd();
  return before.endsWith('=') || before.endsWith('=>') || before.endsWith(',');
}
