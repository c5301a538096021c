import type { Connection } from './database.ts';
import { prepared } from './prepared.ts';

interface NameList {
  generation: number;
  /** A line per name, in lower case as SQLite makes it (of ASCII alone); begins and ends with a line break. */
  text: string;
}

const kept = new WeakMap<Connection, Map<string, NameList>>();

/** A line of a list: a name, which may be a path with a line break or a tab in it, and what it is the name of. */
const line = (name: string, of: string): string =>
  `replace(replace(${name}, char(10), char(1)), char(9), char(2)) || char(9) || ${of}`;
const symbols = `SELECT lower(group_concat(${line('symbol', 'id')}, char(10))) AS text FROM chunks WHERE symbol IS NOT NULL`;
const definitions = `SELECT lower(group_concat(${line('name', 'file_id')}, char(10))) AS text FROM definitions`;
const paths = `SELECT lower(group_concat(${line('path', 'id')}, char(10))) AS text FROM files`;
const urls = `SELECT lower(group_concat(${line('page_url', 'id')}, char(10))) AS text FROM files WHERE page_url IS NOT NULL`;

/**
 * What a statement lists in one text, read once per generation of the index. A name is found in it in a tenth of the time that a scan of the table takes, and it
 * takes the memory of its letters alone.
 */
function nameList(connection: Connection, sql: string): string {
  const generation = Number(
    prepared<[], { value: string }>(connection, `SELECT value FROM meta WHERE key = 'generation'`).get()?.value ?? 0,
  );
  const lists = kept.get(connection) ?? new Map<string, NameList>();
  kept.set(connection, lists);
  const known = lists.get(sql);
  if (known?.generation === generation) return known.text;
  const text = `\n${prepared<[], { text: string | null }>(connection, sql).get()?.text ?? ''}\n`;
  lists.set(sql, { generation, text });
  return text;
}

/** As SQLite's `lower` and `LIKE` take letters. */
function asListed(name: string): string {
  return name
    .replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
    .replaceAll('\n', '\x01')
    .replaceAll('\t', '\x02');
}

/** Adds what the lines are of that hold `wanted` in their name. */
function addOwners(text: string, wanted: string, owners: Set<number>): void {
  for (let at = text.indexOf(wanted); at >= 0;) {
    const end = text.indexOf('\n', at + wanted.length);
    owners.add(Number(text.slice(text.lastIndexOf('\t', end) + 1, end)));
    at = text.indexOf(wanted, end);
  }
}

/** Whether any chunk's symbol ends with a dot and this name, whatever the case. */
export function endsSymbol(connection: Connection, last: string): boolean {
  return nameList(connection, symbols).includes(`.${asListed(last)}\t`);
}

/** Files that define something whose last part is this name, whatever the case. */
export function filesDefining(connection: Connection, last: string): number[] {
  const text = nameList(connection, definitions);
  const files = new Set<number>();
  for (const before of ['\n', '.']) addOwners(text, `${before}${asListed(last)}\t`, files);
  return [...files];
}

/** Files whose path, from its beginning or that of any of its parts on, is `place` with one of these behind it, whatever the case; '' stands for its end. */
export function filesAt(connection: Connection, place: string, endings: readonly string[]): number[] {
  const text = nameList(connection, paths);
  const files = new Set<number>();
  for (const before of ['\n', '/'])
    for (const ending of endings) addOwners(text, `${before}${asListed(place)}${ending === '' ? '\t' : ending}`, files);
  return [...files];
}

/** Files of one of these pages' addresses, whatever the case. */
export function filesWithUrl(connection: Connection, addresses: readonly string[]): number[] {
  const text = nameList(connection, urls);
  const files = new Set<number>();
  for (const address of addresses) addOwners(text, `\n${asListed(address)}\t`, files);
  return [...files];
}
