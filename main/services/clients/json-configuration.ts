import { isDeepStrictEqual } from 'node:util';
import { findNodeAtLocation, getNodeValue, parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser';
import { HubError } from '../../contract/errors.ts';
import { withoutProperty, withProperty } from './edit-json.ts';
import { entryName, type ConfigurationText, type ServerEntry } from './server-entry.ts';

const byteOrderMark = '\ufeff';

/** JSON with comments and trailing commas, in which servers stand in an object of this name. Comments, order, indentation, line ends and byte order mark stay. */
export function jsonConfiguration(section: string): ConfigurationText {
  const own = [section, entryName];
  return {
    set: (text, entry) => {
      if (isDeepStrictEqual(valueAt(text, own), entry)) return text;
      return edit(text, section, own, entry);
    },
    remove: (text) => {
      if (valueAt(text, own) === undefined) return text;
      const without = edit(text, section, own, undefined);
      // An empty list that is left over says nothing; the client's other settings are not touched.
      return isDeepStrictEqual(valueAt(without, [section]), {}) && !holdsComment(without, section)
        ? edit(without, section, [section], undefined)
        : without;
    },
    read: (text) => (valueAt(text, own) ?? null) as ServerEntry | null,
  };
}

function edit(text: string, section: string, path: string[], value: unknown): string {
  const mark = text.startsWith(byteOrderMark) ? byteOrderMark : '';
  const body = text.slice(mark.length);
  const start = body.trim() === '' ? '{}\n' : body;
  const before = valueOf(start);
  const after = value === undefined ? withoutProperty(start, path) : withProperty(start, [section, entryName], value);
  // What was written is read again: everything else has to be as it was.
  const expected = structuredClone(before) as Record<string, Record<string, unknown>>;
  if (path.length === 1) delete expected[section];
  else if (value === undefined) delete expected[section]![entryName];
  else expected[section] = { ...expected[section], [entryName]: value };
  if (!isDeepStrictEqual(valueOrNull(after), expected))
    throw new HubError(
      'usage',
      'This file cannot be changed without losing something. Add the entry by hand: `connect --print` shows it.',
    );
  return mark + after;
}

function valueOrNull(body: string): unknown {
  try {
    return valueOf(body);
  } catch {
    return null;
  }
}

/** The value at a path; undefined where there is none. */
function valueAt(text: string, path: readonly string[]): unknown {
  const body = text.startsWith(byteOrderMark) ? text.slice(1) : text;
  if (body.trim() === '') return undefined;
  let value: unknown = valueOf(body);
  for (const [depth, name] of path.entries()) {
    value = (value as Record<string, unknown>)[name];
    if (value === undefined) return undefined;
    if (depth < path.length - 1 && (typeof value !== 'object' || value === null || Array.isArray(value)))
      throw new HubError(
        'usage',
        `“${name}” is no object here. Nothing was changed; mend it, or add the entry by hand: \`connect --print\` shows it.`,
      );
  }
  return value;
}

/** The whole value; throws `usage` for what is damaged, holds a name twice or is no object. */
function valueOf(body: string): unknown {
  const errors: ParseError[] = [];
  const root = parseTree(body, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error !== undefined || root === undefined) {
    const line = body.slice(0, error?.offset ?? 0).split('\n').length;
    throw new HubError(
      'usage',
      `It is no valid JSON (line ${line}: ${error === undefined ? 'nothing there' : printParseErrorCode(error.error)}). Nothing was changed; mend it first.`,
    );
  }
  if (root.type !== 'object') throw new HubError('usage', 'It holds no object. Nothing was changed; mend it first.');
  const twice = repeatedName(root);
  if (twice !== null) throw new HubError('usage', `It holds “${twice}” twice in one object. Nothing was changed; mend it first.`);
  // The parser's objects have no prototype.
  return structuredClone(getNodeValue(root)) as unknown;
}

function repeatedName(root: Node): string | null {
  const open = [root];
  for (const node of open) {
    const names = new Set<string>();
    for (const child of node.children ?? []) {
      if (child.type !== 'property') {
        open.push(child);
        continue;
      }
      const name = String(child.children?.[0]?.value);
      if (names.has(name)) return name;
      names.add(name);
      const value = child.children?.[1];
      if (value !== undefined) open.push(value);
    }
  }
  return null;
}

function holdsComment(text: string, section: string): boolean {
  const body = text.startsWith(byteOrderMark) ? text.slice(1) : text;
  const root = parseTree(body, [], { allowTrailingComma: true });
  const node = root === undefined ? undefined : findNodeAtLocation(root, [section]);
  return node !== undefined && body.slice(node.offset, node.offset + node.length).includes('/');
}
