import {
  addressHost,
  anyKey,
  atHost,
  authorization,
  bareHost,
  bearer,
  commandHost,
  commandPassword,
  cookie,
  email,
  flagSecret,
  homePath,
  ipv4,
  ipv6,
  namedHost,
  namedSecret,
  nobody,
  publicHosts,
  quotedSecret,
  redactionKinds,
  rootHome,
  sharedFolder,
  shortPassword,
  userFlag,
  userInfo,
  type RedactionKind,
} from './redaction-rules.ts';

/** Takes private things out of texts, the same thing always by the same word, and counts what it took. */
export interface Redactor {
  redact: (text: string) => string;
  /** How many things of each kind were taken out so far, kinds with none left out. */
  counts: () => { kind: RedactionKind; count: number }[];
}

export interface KnownNames {
  /** Account names of this machine and of people, taken out wherever they stand as a word. */
  users?: readonly string[];
  /** Names of machines. */
  hosts?: readonly string[];
}

/** Shorter names are words. */
const shortestName = 2;

function isPublicHost(host: string): boolean {
  const labels = host.toLowerCase().replace(/\.+$/, '').split('.');
  return labels.some((_, from) => publicHosts.has(labels.slice(from).join('.')));
}

/** Whether what stands where a host may stand is one everywhere: it looks like one, or the command is one and not prose (`ssh access`). */
function tellsHost(text: string, { index, 2: host = '' }: RegExpExecArray): boolean {
  return /[\d-]/.test(host) || (host.length > 2 && /(?:^|[\n;&|("'`$:])\s{0,2}$/.test(text.slice(Math.max(0, index - 4), index)));
}

/** Words that stand where a host could. */
function isNoHost(word: string): boolean {
  return (
    isPublicHost(word) ||
    /^(?:host|hostname|name|string|str|server|null|none|undefined|true|false|self|this|the|to|from|and|or|is|into|with|config|key|keys|agent|not|can)$/i.test(
      word,
    )
  );
}

function isNobody(name: string): boolean {
  return name.length < shortestName || nobody.has(name.toLowerCase()) || /^[\d._-]+$/.test(name) || /[$<>{}~]/.test(name);
}

/** What an owner of several words is called: behind a space may also stand what is no name (`cp ~ada src/a.py`), so only names go everywhere. */
function namesOf(owner: string): string[] {
  if (!owner.includes(' ')) return [owner];
  const [first = '', ...more] = owner.split(/\\? /);
  return [owner, first, ...more.filter((word) => /^\p{Lu}/u.test(word))];
}

/** Account names in home folders and hosts in addresses of texts: what must go even where it stands alone. */
export function namesIn(texts: Iterable<string>): Required<KnownNames> {
  const users = new Set<string>();
  const hosts = new Set<string>();
  for (const text of texts) {
    for (const match of text.matchAll(homePath)) {
      // In a folder written as a name the owner ends at the next dash.
      const owner = match[1]!.endsWith('-') ? match[2]!.split('-')[0]! : match[2]!;
      for (const each of namesOf(owner)) if (!isNobody(each)) users.add(each);
    }
    for (const pattern of [commandHost, namedHost, sharedFolder])
      for (const match of text.matchAll(pattern)) if (!isNoHost(match[2]!) && tellsHost(text, match)) hosts.add(match[2]!);
    for (const match of text.matchAll(addressHost)) if (!isPublicHost(match[2]!)) hosts.add(match[2]!);
    for (const match of text.matchAll(atHost)) {
      if (!isPublicHost(match[2]!)) hosts.add(match[2]!);
      if (!isNobody(match[1]!)) users.add(match[1]!);
    }
  }
  return { users: [...users], hosts: [...hosts].filter((host) => !/^\d+$/.test(host)) };
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/** One pattern for a list of names as whole words, the longest first; null for none. */
function anyOf(names: readonly string[]): RegExp | null {
  const kept = [...new Set(names)]
    .filter((name) => name.length >= shortestName)
    .sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
  if (kept.length === 0) return null;
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${kept.map(escaped).join('|')})(?![\\p{L}\\p{N}])`, 'giu');
}

/** A redactor that knows these names beside the patterns. Redacting twice changes nothing more. */
export function createRedactor(known: KnownNames = {}): Redactor {
  const counts = new Map<RedactionKind, number>();
  const users = anyOf((known.users ?? []).filter((name) => !isNobody(name)));
  const hosts = anyOf((known.hosts ?? []).filter((host) => !isPublicHost(host)));
  // `ada.lovelace` is `ada-lovelace` where Claude Code writes a folder as a name.
  const folderNames = (known.users ?? [])
    .map((name) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '-'))
    .sort((a, b) => b.length - a.length);
  const asFolderName = (owner: string): string => {
    const name = folderNames.find((each) => owner.toLowerCase() === each || owner.toLowerCase().startsWith(`${each}-`));
    return name === undefined ? owner.split('-')[0]! : owner.slice(0, name.length);
  };
  const take = (kind: RedactionKind, by: string): string => {
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    return by;
  };
  const shortHost = (whole: string, lead: string, host: string): string =>
    isNoHost(host) ? whole : `${lead}${take('host name', '[host]')}`;
  const redact = (input: string): string => {
    let text = input.replace(anyKey, () => take('key', '[key]'));
    text = text
      .replace(userInfo, (_, scheme: string) => `${scheme}${take('key', '[key]')}@`)
      .replace(authorization, (_, lead: string) => `${lead}${take('key', '[key]')}`)
      .replace(bearer, (_, word: string, space: string) => `${word}${space}${take('key', '[key]')}`)
      .replace(quotedSecret, (whole, name: string, value: string) =>
        value.startsWith('[key]', 1) ? whole : `${name}${value[0]}${take('key', '[key]')}${value[0]}`,
      )
      .replace(flagSecret, (_, flag: string) => `${flag}${take('key', '[key]')}`)
      .replace(userFlag, (_, flag: string) => `${flag}${take('key', '[key]')}`)
      .replace(commandPassword, (_, flag: string) => `${flag}${take('key', '[key]')}`)
      .replace(cookie, (_, name: string) => `${name}${take('key', '[key]')}`)
      .replace(namedSecret, (whole, name: string, value: string) =>
        value.startsWith('[key]') ? whole : `${name}${take('key', '[key]')}`,
      )
      .replace(shortPassword, (_, name: string) => `${name}${take('key', '[key]')}`)
      .replace(email, () => take('email', '[email]'))
      .replace(homePath, (whole, lead: string, owner: string) => {
        if (owner.startsWith('[')) return whole;
        const rest = lead.endsWith('-') ? owner.slice(asFolderName(owner).length) : '';
        return `${take('home path', '~')}${rest}`;
      })
      .replace(rootHome, () => take('home path', '~'))
      .replace(ipv4, (address) => (/^(127\.|0\.0\.0\.0$)/.test(address) ? address : take('address', '[address]')))
      .replace(ipv6, () => take('address', '[address]'))
      .replace(addressHost, (whole, scheme: string, host: string) =>
        isPublicHost(host) || host.startsWith('127.') ? whole : `${scheme}${take('host name', '[host]')}`,
      )
      .replace(atHost, (whole, user: string, host: string) => {
        if (isPublicHost(host) && isNobody(user)) return whole;
        return `${isNobody(user) ? user : take('user name', '[user]')}@${isPublicHost(host) ? host : take('host name', '[host]')}`;
      })
      .replace(commandHost, shortHost)
      .replace(namedHost, shortHost)
      .replace(sharedFolder, shortHost)
      .replace(bareHost, (host) => (isPublicHost(host) ? host : take('host name', '[host]')));
    if (hosts) text = text.replace(hosts, () => take('host name', '[host]'));
    if (users) text = text.replace(users, () => take('user name', '[user]'));
    return text;
  };
  return {
    redact: remembered(redact, counts),
    counts: () => redactionKinds.flatMap((kind) => (counts.has(kind) ? [{ kind, count: counts.get(kind)! }] : [])),
  };
}

/** Reports say the same paths and names again and again: what a text came to is kept, and counts each time all the same. */
function remembered(redact: (text: string) => string, counts: Map<RedactionKind, number>): (text: string) => string {
  const known = new Map<string, { text: string; counts: [RedactionKind, number][] }>();
  return (input) => {
    const found = known.get(input);
    if (found !== undefined) {
      for (const [kind, count] of found.counts) counts.set(kind, (counts.get(kind) ?? 0) + count);
      return found.text;
    }
    const before = new Map(counts);
    const text = redact(input);
    const more = [...counts]
      .map(([kind, count]): [RedactionKind, number] => [kind, count - (before.get(kind) ?? 0)])
      .filter(([, count]) => count > 0);
    if (known.size < mostRemembered) known.set(input, { text, counts: more });
    return text;
  };
}

const mostRemembered = 20_000;

/** What of a report's strings are words of its own: they tell nothing, and who reads the report relies on them. */
export interface OwnWords {
  /** Fields whose values are of a list that this program made up. */
  fields: ReadonlySet<string>;
  /** Fields that hold a table, the keys of which come out of transcripts. All other keys are names of fields. */
  tables: ReadonlySet<string>;
}

/** Every string of a value of plain data but those of its own words. Rows of a table whose keys become the same are added up. */
export function mapStrings(value: unknown, change: (text: string) => string, own: OwnWords, field = ''): unknown {
  if (typeof value === 'string') return own.fields.has(field) ? value : change(value);
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, change, own, field));
  if (typeof value !== 'object' || value === null) return value;
  const isTable = own.tables.has(field);
  const mapped = new Map<string, unknown>();
  for (const [key, item] of Object.entries(value)) {
    const to = isTable ? change(key) : key;
    const before = mapped.get(to);
    const now = mapStrings(item, change, own, isTable ? '' : key);
    mapped.set(to, typeof before === 'number' && typeof now === 'number' ? before + now : now);
  }
  return Object.fromEntries(mapped);
}
