import { isDeepStrictEqual } from 'node:util';
import { parse } from 'smol-toml';
import { HubError } from '../../contract/errors.ts';
import { entryName, type ConfigurationText, type ServerEntry } from './server-entry.ts';

const byteOrderMark = '\ufeff';

/**
 * TOML in which servers are tables below `section`. Only the lines of this hub's own table are written or taken out; the result is parsed and compared, and refused
 * where anything else has changed.
 */
export function tomlConfiguration(section: string): ConfigurationText {
  const header = new RegExp(
    `^\\s*\\[\\s*${section}\\s*\\.\\s*(?:${entryName}|"${entryName}"|'${entryName}')\\s*(?:\\.[^\\]]*)?\\]\\s*(?:#.*)?$`,
  );
  const read = (text: string): ServerEntry | null =>
    (serversOf(valueOf(text), section)?.[entryName] as ServerEntry | null) ?? null;
  return {
    read,
    set: (text, entry) => {
      const found = read(text);
      if (isDeepStrictEqual(found, entry)) return text;
      const eol = text.includes('\r\n') ? '\r\n' : '\n';
      const table = [
        `[${section}.${entryName}]`,
        ...Object.entries(entry).map(([name, value]) => `${name} = ${literal(value)}`),
      ].join(eol);
      const cut = ownLines(text, header);
      const result =
        cut === null
          ? `${text}${text === '' || text === byteOrderMark ? '' : text.endsWith('\n') ? eol : eol + eol}${table}${eol}`
          : `${cut.before}${table}${cut.ending}${cut.after}`;
      return checked(text, result, section, entry);
    },
    remove: (text) => {
      if (read(text) === null) return text;
      const cut = ownLines(text, header);
      // With the table goes the blank line that parts it from what stands before.
      const result = cut === null ? text : cut.before.replace(/(\r?\n)\r?\n$/, '$1') + cut.after;
      return checked(text, result, section, null);
    },
  };
}

function checked(before: string, after: string, section: string, entry: ServerEntry | null): string {
  const expected = valueOf(before);
  const servers = { ...serversOf(expected, section) };
  if (entry === null) delete servers[entryName];
  else servers[entryName] = entry;
  if (Object.keys(servers).length === 0) delete expected[section];
  else expected[section] = servers;
  let found: unknown;
  try {
    found = valueOf(after);
  } catch {
    found = null;
  }
  // The parser's tables have no prototype.
  if (!isDeepStrictEqual(structuredClone(found), structuredClone(expected)))
    throw new HubError(
      'usage',
      `[${section}] is written in a way that cannot be changed safely. Nothing was changed; edit the entry by hand: \`connect --print\` shows it.`,
    );
  return after;
}

function valueOf(text: string): Record<string, unknown> {
  try {
    return parse(text.startsWith(byteOrderMark) ? text.slice(1) : text);
  } catch (error) {
    throw new HubError(
      'usage',
      `It is no valid TOML (${(error as Error).message.split('\n')[0]}). Nothing was changed; mend it first.`,
      {},
      error,
    );
  }
}

function serversOf(value: Record<string, unknown>, section: string): Record<string, unknown> | undefined {
  const servers = value[section];
  if (servers === undefined) return undefined;
  if (typeof servers !== 'object' || servers === null || Array.isArray(servers))
    throw new HubError('usage', `“${section}” is no table here. Nothing was changed; mend it first.`);
  return servers as Record<string, unknown>;
}

/** The lines of the own table and its subtables, without the blank lines and comments that lead to the next. */
function ownLines(text: string, header: RegExp): { before: string; ending: string; after: string } | null {
  const lines = text.split(/(?<=\n)/);
  const start = lines.findIndex((line) => header.test(line.replace(/^\ufeff|\r?\n$/g, '')));
  if (start === -1) return null;
  let end = start + 1;
  while (end < lines.length && (!/^\s*\[/.test(lines[end]!) || header.test(lines[end]!.replace(/\r?\n$/, '')))) end += 1;
  while (end > start + 1 && /^\s*(?:#.*)?$/.test(lines[end - 1]!.replace(/\r?\n$/, ''))) end -= 1;
  return {
    before: lines.slice(0, start).join(''),
    ending: /\r?\n$/.exec(lines[end - 1]!)?.[0] ?? '',
    after: lines.slice(end).join(''),
  };
}

/** A value as TOML writes it. Strings of JSON are strings of TOML, but for one sign. */
function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  return JSON.stringify(value).replaceAll('\u007f', String.raw`\u007f`);
}
