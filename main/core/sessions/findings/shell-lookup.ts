import { dependencyPath, plainPath } from './dependency-path.ts';
import { isDocumentationUrl } from './documentation-url.ts';
import type { Lookup, LookupKind } from './looked-up.ts';
import { parseShell, type ShellCommand } from './shell-command.ts';

const searchers: ReadonlySet<string> = new Set([
  'rg',
  'grep',
  'egrep',
  'fgrep',
  'zgrep',
  'ag',
  'ack',
  'findstr',
  'Select-String',
  'sls',
  'ast-grep',
  'sg',
  'ugrep',
]);
const readers: ReadonlySet<string> = new Set([
  'cat',
  'head',
  'tail',
  'sed',
  'less',
  'more',
  'bat',
  'batcat',
  'nl',
  'awk',
  'Get-Content',
  'gc',
  'type',
  'view',
  'cut',
  'xxd',
  'strings',
  'jq',
]);
const listers: ReadonlySet<string> = new Set([
  'ls',
  'find',
  'fd',
  'fdfind',
  'tree',
  'dir',
  'Get-ChildItem',
  'gci',
  'locate',
  'eza',
  'exa',
]);
/** Options whose value is the next word, by program; what stands there is no path and no pattern. */
const valued: Record<string, string> = {
  rg: 'ABCmtTgjEMdr', grep: 'ABCmdD', head: 'nc', tail: 'nc', ag: 'ABCGm', fd: 'eEtdx', tree: 'LIP', bat: 'rl', sed: 'il', awk: 'Fv', ls: '', find: '',
}; // prettier-ignore
const inspects = /\binspect\b|\bhelp\(|__doc__|__file__|\bdir\(|signature\(|getsource|\bvars\(|__all__|\bpydoc\b/;

interface Arguments {
  operands: string[];
  patterns: string[];
}

/** Operands and patterns of a searching or reading command. */
function argumentsOf({ program, words }: ShellCommand): Arguments {
  const takes = valued[program === 'egrep' || program === 'fgrep' ? 'grep' : program] ?? '';
  const operands: string[] = [];
  const patterns: string[] = [];
  let ended = false;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at]!;
    if (ended || !word.startsWith('-') || word === '-') {
      operands.push(word);
      continue;
    }
    if (word === '--') ended = true;
    else if (/^(?:-\w*e|--regexp|-name|-iname|-path|-ipath|-Pattern)$/.test(word)) {
      at += 1;
      if (words[at] !== undefined) patterns.push(words[at]!);
    } else if (/^--(?:regexp)=/.test(word)) patterns.push(word.slice(word.indexOf('=') + 1));
    else if (/^-[A-Za-z]$/.test(word) && takes.includes(word[1]!)) at += 1;
    else if (
      /^(?:-type|-maxdepth|-mindepth|-size|-mtime|--glob|--type|--max-count|--context|--exclude-dir|--include)$/.test(word)
    )
      at += 1;
  }
  return { operands, patterns };
}

function looksLikePath(word: string): boolean {
  return word.includes('/') || /\.\w{1,8}$/.test(word) || word === '.' || word === '..' || dependencyPath(word) !== null;
}

function of(kind: LookupKind, dependency: boolean, paths: string[], patterns: string[]): Lookup {
  return { kind, dependency, paths, patterns };
}

/** Subcommands that show documentation or what a registry knows. */
function packageCommand({ program, words }: ShellCommand): Lookup | null {
  const [first = '', second = ''] = words.filter((word) => !word.startsWith('-'));
  const rest = words.filter((word) => !word.startsWith('-')).slice(1);
  switch (program) {
    case 'go':
      if (first === 'doc') return of('docs-command', true, [], rest);
      if (first === 'list' && words.includes('-m')) return of('registry', true, [], rest);
      return null;
    case 'cargo':
      if (first === 'doc') return of('docs-command', true, [], rest);
      return ['search', 'info', 'tree', 'metadata'].includes(first) ? of('registry', true, [], rest) : null;
    case 'rustup':
      return first === 'doc' ? of('docs-command', true, [], rest) : null;
    case 'npm':
    case 'pnpm':
    case 'yarn':
    case 'bun':
      return ['view', 'info', 'show', 'v', 'docs', 'search', 'ls', 'list', 'why', 'explain'].includes(first)
        ? of('registry', true, [], rest)
        : null;
    case 'pip':
    case 'pip3':
    case 'uv':
      if (first === 'pip') return ['show', 'index'].includes(second) ? of('registry', true, [], rest.slice(1)) : null;
      return ['show', 'index', 'search'].includes(first) ? of('registry', true, [], rest) : null;
    case 'gem':
      return ['info', 'contents', 'search', 'specification'].includes(first) ? of('registry', true, [], rest) : null;
    case 'composer':
      return ['show', 'info', 'search'].includes(first) ? of('registry', true, [], rest) : null;
    case 'pydoc':
    case 'pydoc3':
    case 'ri':
    case 'perldoc':
    case 'javap':
    case 'godoc':
      return of(
        'docs-command',
        true,
        [],
        words.filter((word) => !word.startsWith('-')),
      );
    default:
      return null;
  }
}

/** `python -c "import inspect …"`, `python -m pydoc x`, `node -p "Object.keys(require('x'))"`. */
function interpreter({ program, words }: ShellCommand): Lookup | null {
  const isPython = /^(?:python|pypy|ipython)[\d.]*$/.test(program);
  if (!isPython && !/^(?:node|deno|bun|ruby|tsx)$/.test(program)) return null;
  if (isPython && words[0] === '-m' && words[1] === 'pydoc') return of('docs-command', true, [], words.slice(2));
  const at = words.findIndex((word) => /^(?:-\w*[cep]|--print|--eval)$/.test(word));
  const script = at === -1 ? undefined : words[at + 1];
  if (script === undefined) return null;
  const looks = isPython
    ? inspects.test(script) && /\bimport\b/.test(script)
    : /require\(|import\(/.test(script) &&
      /Object\.keys|console\.log|toString\(\)|getOwnPropertyNames/.test(script) &&
      !/require\(['"]\.{0,2}\//.test(script);
  return looks ? of('docs-command', true, [], [script]) : null;
}

function fetchCommand({ program, words }: ShellCommand): Lookup | null {
  if (program === 'gh') {
    const [first, second] = words;
    if (first === 'search') return of('web', second === 'code' || second === 'repos', [], words.slice(2));
    if (first === 'api' && /contents|search\/code|readme/.test(words.join(' '))) return of('web', true, [], words.slice(1));
    return null;
  }
  if (!/^(?:curl|wget|http|https|Invoke-WebRequest|iwr|lynx|w3m)$/.test(program)) return null;
  const urls = words.filter((word) => /^https?:\/\//i.test(word));
  if (urls.length === 0) return null;
  // Sending something is no reading.
  if (
    words.some(
      (word) => /^(?:-d|--data|--data-\w+|-F|--form|-T|--upload-file)$/.test(word) || /^(?:POST|PUT|PATCH|DELETE)$/.test(word),
    )
  )
    return null;
  return of('web', urls.some(isDocumentationUrl), [], urls);
}

function fileCommand(command: ShellCommand, folder: string): Lookup | null {
  const { program, words, reads } = command;
  const isGitGrep = program === 'git' && words[0] === 'grep';
  const kind: LookupKind | null =
    isGitGrep || searchers.has(program) ? 'search' : readers.has(program) ? 'read' : listers.has(program) ? 'list' : null;
  if (kind === null) return null;
  if (program === 'sed' && words.some((word) => /^-i|^--in-place/.test(word))) return null;
  const found = argumentsOf(isGitGrep ? { ...command, program: 'grep', words: words.slice(1) } : command);
  const operands = [...found.operands];
  const patterns = [...found.patterns];
  const takesPattern = kind === 'search' || program === 'fd' || program === 'fdfind' || program === 'locate';
  if (takesPattern && patterns.length === 0) patterns.push(...operands.splice(0, 1));
  // A script of sed or awk, and a query of jq, is no file.
  if (/^(?:sed|awk|jq)$/.test(program) && found.patterns.length === 0) operands.splice(0, 1);
  const paths = operands.filter((word) => kind !== 'read' || looksLikePath(word)).map((path) => within(folder, path));
  // What filters another command's output looks nothing up by itself.
  if (paths.length === 0 && (reads || kind === 'read')) return null;
  if (paths.length === 0 && folder !== '') paths.push(folder);
  // `find . -path "*/site-packages/acme/*"`
  const inside = kind === 'list' ? [...paths, ...patterns.filter((pattern) => pattern.includes('/'))] : paths;
  return of(
    kind,
    inside.some((path) => dependencyPath(path) !== null),
    paths,
    patterns,
  );
}

function within(folder: string, path: string): string {
  if (folder === '' || /^(?:[/~$]|[A-Za-z]:)/.test(path)) return path;
  return plainPath(`${folder}/${path}`);
}

/** What a shell line looks up, in order; empty where it does something else. `cd` is followed within the line. */
export function shellLookups(line: string): Lookup[] {
  const lookups: Lookup[] = [];
  let folder = '';
  for (const command of parseShell(line)) {
    if (command.program === 'cd' || command.program === 'pushd') {
      folder = command.words[0] === undefined ? '' : within(folder, command.words[0]);
      continue;
    }
    const lookup = packageCommand(command) ?? interpreter(command) ?? fetchCommand(command) ?? fileCommand(command, folder);
    if (lookup !== null) lookups.push(lookup);
  }
  return lookups;
}

/** Whether a shell line changes files by itself, as some agents do without a tool for it. */
export function shellEdits(line: string): boolean {
  return parseShell(line).some(
    ({ program, words }) =>
      program === 'apply_patch' ||
      program === 'applypatch' ||
      (program === 'sed' && words.some((word) => /^-i|^--in-place/.test(word))) ||
      (program === 'git' && words[0] === 'apply'),
  );
}
