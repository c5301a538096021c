/** One simple command of a shell line: the program's base name and its words, quotes removed. */
export interface ShellCommand {
  /** Base name, without folders and `.exe`. */
  program: string;
  words: string[];
  /** Whether its output goes into the next command rather than to the agent: `cat a | grep b`. */
  piped: boolean;
  /** Whether it reads what the command before it wrote. */
  reads: boolean;
}

/** Longest line that is looked at; what follows in a pasted script tells nothing new. Unit: UTF-16 units. */
const longestLine = 20_000;
const mostCommands = 60;
/** `bash -lc "bash -c '…'"` nests; deeper than this nobody writes. */
const deepest = 3;

interface Token {
  kind: 'word' | 'operator';
  text: string;
}

const operators = ['&&', '||', '|&', ';;', '|', ';', '&', '\n', '(', ')'];

/** Words and operators of a line. Quotes and backslashes as in a POSIX shell; whatever does not close ends with the line. */
function tokensOf(line: string): Token[] {
  const tokens: Token[] = [];
  let word = '';
  let inWord = false;
  let at = 0;
  const endWord = (): void => {
    if (inWord) tokens.push({ kind: 'word', text: word });
    word = '';
    inWord = false;
  };
  while (at < line.length) {
    const character = line[at]!;
    if (character === "'" || character === '"') {
      inWord = true;
      at += 1;
      while (at < line.length && line[at] !== character) {
        // In double quotes a backslash keeps only what has a meaning there.
        if (character === '"' && line[at] === '\\' && /["\\$`\n]/.test(line[at + 1] ?? '')) at += 1;
        word += line[at] ?? '';
        at += 1;
      }
      at += 1;
      continue;
    }
    if (character === '\\') {
      inWord = true;
      if (line[at + 1] !== '\n') word += line[at + 1] ?? '';
      at += 2;
      continue;
    }
    if (character === '$' && line[at + 1] === '(') {
      // What another command prints is a part of the word; which it is nobody knows.
      const end = endOfSubstitution(line, at + 1);
      inWord = true;
      word += line.slice(at, end);
      at = end;
      continue;
    }
    if (character === '#' && !inWord) {
      while (at < line.length && line[at] !== '\n') at += 1;
      continue;
    }
    if (character === '<' && line.startsWith('<<', at) && !line.startsWith('<<<', at)) {
      endWord();
      at = skipHereDocument(line, at);
      continue;
    }
    if (character === '>' || character === '<') {
      // The file descriptor before it is no word; the target after it is no argument.
      if (/^\d*$/.test(word)) {
        word = '';
        inWord = false;
      } else endWord();
      tokens.push({ kind: 'operator', text: character });
      at += 1;
      while (at < line.length && /[>&<|]/.test(line[at]!)) at += 1;
      continue;
    }
    const operator = operators.find((each) => line.startsWith(each, at));
    if (operator !== undefined) {
      endWord();
      tokens.push({ kind: 'operator', text: operator });
      at += operator.length;
      continue;
    }
    if (character === ' ' || character === '\t' || character === '\r') {
      endWord();
      at += 1;
      continue;
    }
    inWord = true;
    word += character;
    at += 1;
  }
  endWord();
  return tokens;
}

/** Where the parenthesis at `open` closes; the line's end where it does not. */
function endOfSubstitution(line: string, open: number): number {
  let depth = 0;
  for (let at = open; at < line.length; at += 1) {
    if (line[at] === '(') depth += 1;
    else if (line[at] === ')') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return line.length;
}

/** Where a shell goes on after the here-document whose `<<` is at `start`: the rest of the line is kept, the lines of the document are not. */
function skipHereDocument(line: string, start: number): number {
  const match = /^<<-?\s*(['"]?)([\w.-]+)\1/.exec(line.slice(start, start + 100));
  if (!match) return start + 2;
  const end = new RegExp(`\\n\\t*${match[2]!.replaceAll(/[.-]/g, '\\$&')}(?=\\n|$)`).exec(line.slice(start));
  return end ? start + end.index + end[0].length : line.length;
}

/** Programs that only start another one, with what they take for themselves. */
const wrappers: ReadonlySet<string> = new Set([
  'sudo', 'env', 'time', 'timeout', 'nohup', 'nice', 'command', 'exec', 'xargs', 'uv', 'poetry', 'pipenv', 'rye', 'hatch', 'then', 'do', 'else', 'if', 'while', 'until', '!', '{',
]); // prettier-ignore
const shells: ReadonlySet<string> = new Set(['bash', 'sh', 'zsh', 'dash', 'fish', 'pwsh', 'powershell', 'cmd']);

function baseName(word: string): string {
  return word.slice(Math.max(word.lastIndexOf('/'), word.lastIndexOf('\\')) + 1).replace(/\.exe$/i, '');
}

/** Leaves out assignments and wrappers before the program: `sudo env A=1 timeout 5 rg x` → `rg x`. */
function withoutWrappers(words: readonly string[]): string[] {
  let at = 0;
  while (at < words.length) {
    const word = words[at]!;
    if (/^[A-Za-z_]\w*=/.test(word)) at += 1;
    else if (wrappers.has(baseName(word))) {
      at += 1;
      // `uv run`, `poetry run`; options and durations of the wrapper.
      while (at < words.length && /^(-|run$|\d+[smhd]?$)/.test(words[at]!)) at += 1;
    } else break;
  }
  return words.slice(at);
}

const assignment = /^([A-Za-z_]\w*)=(.*)$/s;
const variable = /\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))/g;
/** Longest word that variables may make: each may hold the one before it twice. Unit: UTF-16 units. */
const longestWord = 4_000;

function commandsOf(line: string, depth: number, out: ShellCommand[], variables: Map<string, string>): void {
  let words: string[] = [];
  let reads = false;
  let isTarget = false;
  const end = (piped: boolean): void => {
    const filled = words.map((word) =>
      word
        .replace(
          variable,
          (whole, braced: string | undefined, bare: string | undefined) => variables.get(braced ?? bare!) ?? whole,
        )
        .slice(0, longestWord),
    );
    // `DIR=/a/b && ls $DIR`: what stands in a variable is known.
    for (const word of filled.every((each) => assignment.test(each)) ? filled : []) {
      const [, name, value] = assignment.exec(word)!;
      variables.set(name!, value!);
    }
    const kept = withoutWrappers(filled);
    words = [];
    if (kept.length > 0 && out.length < mostCommands) {
      const program = baseName(kept[0]!);
      const script = shells.has(program) ? kept.findIndex((word, place) => place > 0 && /^-\w*c$|^\/c$/i.test(word)) : -1;
      if (script !== -1 && kept[script + 1] !== undefined && depth < deepest)
        commandsOf(kept[script + 1]!, depth + 1, out, variables);
      else out.push({ program, words: kept.slice(1), piped, reads });
    }
    reads = piped;
  };
  for (const token of tokensOf(line.slice(0, longestLine))) {
    if (token.kind === 'word') {
      if (!isTarget) words.push(token.text);
      isTarget = false;
    } else if (token.text === '>' || token.text === '<') isTarget = true;
    else {
      isTarget = false;
      end(token.text === '|' || token.text === '|&');
    }
  }
  end(false);
}

/**
 * The simple commands of a shell line, in order. Understands quotes, pipes, lists, redirections, here-documents, wrappers (`sudo`,
 * `timeout`, `uv run`) and `bash -c`. It runs nothing and expands nothing; any text is valid.
 */
export function parseShell(line: string): ShellCommand[] {
  const out: ShellCommand[] = [];
  commandsOf(line, 0, out, new Map());
  return out;
}
