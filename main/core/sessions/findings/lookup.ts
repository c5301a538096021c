import type { ToolCall } from '../model.ts';
import { dependencyPath, plainPath } from './dependency-path.ts';
import { isDocumentationUrl } from './documentation-url.ts';
import type { Lookup, LookupKind } from './looked-up.ts';
import { shellEdits, shellLookups } from './shell-lookup.ts';
import { toolKind } from './tool-names.ts';
import { wordsFor, type Words } from './words.ts';

const pathKeys = [
  'file_path',
  'filePath',
  'path',
  'absolute_path',
  'target_file',
  'relative_path',
  'filename',
  'file',
  'dir_path',
  'directory',
  'target_directory',
  'DirectoryPath',
  'uri',
  'paths',
  'files',
  'file_paths',
  'absolutePath',
];
const patternKeys = [
  'pattern',
  'regex',
  'query',
  'search',
  'name_path',
  'symbol',
  'substring_pattern',
  'search_term',
  'searchTerm',
  'glob',
  'glob_pattern',
  'file_pattern',
  'include',
  'queries',
  'url',
  'urls',
  'prompt',
];

/** Texts of arguments by name, lists and objects with a path taken apart. */
function textsOf(args: Record<string, unknown>, keys: readonly string[]): string[] {
  const out: string[] = [];
  const take = (value: unknown, depth: number): void => {
    if (typeof value === 'string' && value !== '') out.push(value);
    else if (Array.isArray(value)) for (const item of value.slice(0, 50)) take(item, depth + 1);
    else if (typeof value === 'object' && value !== null && depth < 3)
      for (const key of pathKeys) take((value as Record<string, unknown>)[key], depth + 1);
  };
  for (const key of keys) take(args[key], 0);
  return [...new Set(out)];
}

/** The command line of a shell call; lists as Codex writes them (`["bash","-lc","…"]`). */
export function commandOf(call: ToolCall): string {
  const value = call.arguments['command'] ?? call.arguments['cmd'] ?? call.arguments['input'] ?? call.arguments['script'];
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return '';
  const words = value.filter((word): word is string => typeof word === 'string');
  const script = words.findIndex((word) => /^-\w*c$/.test(word));
  if (script > 0 && words[script + 1] !== undefined) return words[script + 1]!;
  return words.map((word) => (/^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(' ');
}

function inDependency(paths: readonly string[]): boolean {
  return paths.some((path) => dependencyPath(path) !== null);
}

/** Several look-ups of one call as one. */
function merged(lookups: readonly Lookup[]): Lookup | null {
  if (lookups.length === 0) return null;
  const order: readonly LookupKind[] = ['docs-command', 'read', 'search', 'web', 'list', 'registry'];
  // Of `ls vendor && cat own.go` the part that goes into the dependency counts.
  const telling = lookups.some((each) => each.dependency) ? lookups.filter((each) => each.dependency) : lookups;
  return {
    kind: order.find((kind) => telling.some((each) => each.kind === kind))!,
    dependency: telling.some((each) => each.dependency),
    paths: [...new Set(telling.flatMap((each) => each.paths))],
    patterns: [...new Set(telling.flatMap((each) => each.patterns))],
  };
}

/** What a call looks up; null for a call that does something else. Servers' tools count by their names, the hub's own are for the caller to leave out. */
export function lookupOf(call: ToolCall): Lookup | null {
  const args = call.arguments;
  switch (toolKind(call.tool)) {
    case 'shell':
      return merged(shellLookups(commandOf(call)));
    case 'read': {
      const paths = textsOf(args, pathKeys);
      return paths.length === 0 ? null : { kind: 'read', dependency: inDependency(paths), paths, patterns: [] };
    }
    case 'view-or-edit': {
      if (args['command'] !== 'view') return null;
      const paths = textsOf(args, pathKeys);
      return { kind: 'read', dependency: inDependency(paths), paths, patterns: [] };
    }
    case 'search':
    case 'list': {
      const paths = textsOf(args, pathKeys);
      const patterns = textsOf(args, patternKeys).filter((text) => !paths.includes(text));
      // A glob may be what leads into the dependency: `**/site-packages/acme/*.py`.
      const dependency = inDependency([...paths, ...patterns.filter((text) => text.includes('/') && text.length < 300)]);
      return { kind: toolKind(call.tool) === 'list' ? 'list' : 'search', dependency, paths, patterns };
    }
    case 'web': {
      const patterns = textsOf(args, patternKeys);
      const urls = patterns.filter((text) => /^https?:\/\//i.test(text));
      // A search of the web is about what the project's own code cannot tell.
      const dependency = urls.length > 0 ? urls.some(isDocumentationUrl) : patterns.length > 0;
      return patterns.length === 0 ? null : { kind: 'web', dependency, paths: [], patterns };
    }
    default:
      return null;
  }
}

/** Whether a call changes files. */
export function isEdit(call: ToolCall): boolean {
  const kind = toolKind(call.tool);
  if (kind === 'edit') return call.server === null || Object.keys(call.arguments).some((key) => pathKeys.includes(key));
  if (kind === 'view-or-edit') return call.arguments['command'] !== 'view';
  return kind === 'shell' && shellEdits(commandOf(call));
}

/** Files that an edit changes. */
export function editedPaths(call: ToolCall): string[] {
  const named = textsOf(call.arguments, pathKeys);
  const patch = [call.arguments['input'], call.arguments['patch'], call.arguments['patchText']].find(
    (value) => typeof value === 'string',
  );
  return [...named, ...[...(patch ?? '').matchAll(/^\*\*\* (?:Update|Add|Delete) File: (.+)$/gm)].map((match) => match[1]!)];
}

/**
 * Words of a look-up, to hold against a query: what was searched for, and names of files without what leads to them. The package's own
 * name is left out, since everything in it shares it.
 */
export function lookupWords(lookup: Lookup): Words {
  const names = lookup.paths.flatMap((path) => {
    const inside = dependencyPath(path);
    const parts = plainPath(inside === null ? path : inside.below).split('/');
    const kept = inside === null ? parts.slice(-2) : parts.slice(parts[0]?.startsWith('@') ? 2 : 1);
    return kept.slice(-3).map((part) => part.replace(/\.\w{1,6}$/, ''));
  });
  const patterns = lookup.patterns.map((pattern) =>
    /^https?:\/\//i.test(pattern) ? addressWords(pattern) : pattern.replaceAll(/\\[bswdBSWD]/g, ' '),
  );
  return wordsFor([...patterns, ...names]);
}

/** What an address is about, without its host. */
export function addressWords(address: string): string {
  if (!URL.canParse(address)) return address;
  const { pathname, search, hash } = new URL(address);
  return `${pathname} ${search} ${hash}`;
}
