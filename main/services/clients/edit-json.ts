import { findNodeAtLocation, parseTree, type Node } from 'jsonc-parser';

interface Edit {
  offset: number;
  length: number;
  content: string;
}

/**
 * Text with a property set at a path of one or two names, of which the first may be missing. Nothing but the property and its comma is written: neighbours, comments
 * and line ends stay to the letter.
 */
export function withProperty(text: string, path: readonly [string, string], value: unknown): string {
  const root = parseTree(text, [], { allowTrailingComma: true })!;
  const own = findNodeAtLocation(root, [...path]);
  const style = styleOf(text);
  if (own !== undefined)
    return applied(text, [
      { offset: own.offset, length: own.length, content: rendered(value, indentAt(text, own.offset), style) },
    ]);
  const list = findNodeAtLocation(root, [path[0]]);
  return list === undefined
    ? inserted(text, root, path[0], { [path[1]]: value }, style)
    : inserted(text, list, path[1], value, style);
}

/** Text without the property at a path, its line and the comma that joined it. */
export function withoutProperty(text: string, path: readonly string[]): string {
  const root = parseTree(text, [], { allowTrailingComma: true })!;
  const property = findNodeAtLocation(root, [...path])?.parent;
  const siblings = property?.parent?.children;
  if (property === undefined || siblings === undefined) return text;
  const edits: Edit[] = [];
  let start = property.offset;
  let end = start + property.length;
  const comma = /^[ \t]*,/.exec(text.slice(end));
  const before = siblings[siblings.indexOf(property) - 1];
  if (comma !== null) end += comma[0].length;
  else if (before !== undefined) {
    // The comma that stands after the one before joins nothing any more.
    const at = text.indexOf(',', before.offset + before.length);
    if (at !== -1 && at < start) edits.push({ offset: at, length: 1, content: '' });
  }
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const rest = /^[ \t]*(?:\r?\n|$)/.exec(text.slice(end));
  if (rest !== null && text.slice(lineStart, start).trim() === '') {
    start = lineStart;
    end += rest[0].length;
  } else end += comma === null ? 0 : /^[ \t]*/.exec(text.slice(end))![0].length;
  edits.push({ offset: start, length: end - start, content: '' });
  return applied(text, edits);
}

function inserted(text: string, object: Node, name: string, value: unknown, style: Style): string {
  const last = object.children?.at(-1);
  if (last === undefined) {
    const outer = indentAt(text, object.offset);
    const property = `${style.eol}${outer}${style.unit}${JSON.stringify(name)}: ${rendered(value, outer + style.unit, style)}`;
    const inside = text.slice(object.offset + 1, object.offset + object.length - 1);
    if (inside.trim() === '')
      return applied(text, [{ offset: object.offset + 1, length: inside.length, content: `${property}${style.eol}${outer}` }]);
    return applied(text, [{ offset: object.offset + 1, length: 0, content: property }]);
  }
  const end = last.offset + last.length;
  const indent = indentAt(text, last.offset);
  if (text.slice(text.lastIndexOf('\n', last.offset - 1) + 1, last.offset).trim() !== '')
    return applied(text, [{ offset: end, length: 0, content: `, ${JSON.stringify(name)}: ${JSON.stringify(value)}` }]);
  const property = `${style.eol}${indent}${JSON.stringify(name)}: ${rendered(value, indent, style)}`;
  // A comment behind the last property stays behind it.
  const line = /^([ \t]*)(,?)[ \t]*(?:\/\/[^\r\n]*|\/\*[^\r\n]*?\*\/)?[ \t]*(?=\r?\n|$)/.exec(text.slice(end));
  if (line === null) return applied(text, [{ offset: end, length: 0, content: `,${property}` }]);
  const hasComma = line[2] === ',';
  return applied(text, [
    ...(hasComma ? [] : [{ offset: end, length: 0, content: ',' }]),
    { offset: end + line[0].length, length: 0, content: `${property}${hasComma ? ',' : ''}` },
  ]);
}

interface Style {
  unit: string;
  eol: string;
}

function styleOf(text: string): Style {
  return { unit: /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ', eol: text.includes('\r\n') ? '\r\n' : '\n' };
}

function rendered(value: unknown, indent: string, { unit, eol }: Style): string {
  return JSON.stringify(value, null, unit.slice(0, 10)).replaceAll('\n', eol + indent);
}

function indentAt(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset))![0];
}

function applied(text: string, edits: readonly Edit[]): string {
  let result = text;
  // From the end; of two at one place the later stands behind.
  for (const { offset, length, content } of edits.toSorted((a, b) => a.offset - b.offset).reverse())
    result = result.slice(0, offset) + content + result.slice(offset + length);
  return result;
}
