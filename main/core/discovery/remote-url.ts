/** A git remote taken apart. `scheme` is what git would use to reach it. */
export interface RemoteUrl {
  scheme: 'https' | 'http' | 'ssh' | 'git' | 'file';
  /** Host with its port for http(s), host alone otherwise; '' for file. Lower case. */
  host: string;
  /** Path without leading slash, trailing slash and `.git`, percent-decoded. */
  path: string;
}

const scpLike = /^(?:([A-Za-z0-9._-]+)@)?(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9][A-Za-z0-9._-]*):(?!\/\/)(.+)$/s;
const controlCharacters = /\p{Cc}/u;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function trimmedPath(path: string): string {
  return path
    .replace(/^\/+/, '')
    .replace(/\/+$/, '')
    .replace(/\.git$/, '')
    .replace(/\/+$/, '');
}

/** Takes a git URL or scp-like address apart; null for anything else (other schemes such as ext::, options, control characters). */
export function parseRemoteUrl(text: string): RemoteUrl | null {
  if (controlCharacters.test(text) || text.startsWith('-') || text.length > 4096) return null;
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):\/\//.exec(text)?.[1]?.toLowerCase();
  if (scheme !== undefined) {
    if (scheme !== 'https' && scheme !== 'http' && scheme !== 'ssh' && scheme !== 'git' && scheme !== 'file') return null;
    let url: URL;
    try {
      url = new URL(text);
    } catch {
      return null;
    }
    if (scheme !== 'file' && (url.hostname === '' || url.hostname.startsWith('-'))) return null;
    if (decoded(url.username).startsWith('-')) return null;
    const host = scheme === 'http' || scheme === 'https' ? url.host : url.hostname;
    return { scheme, host: host.toLowerCase(), path: trimmedPath(decoded(url.pathname)) };
  }
  // `C:\folder` is a drive, not a host; `helper::address` runs a program.
  if (/^[A-Za-z]:[\\/]/.test(text) || text.includes('::')) return null;
  const scp = scpLike.exec(text);
  if (!scp || scp[1]?.startsWith('-') || scp[3]!.startsWith('-')) return null;
  return { scheme: 'ssh', host: scp[2]!.toLowerCase(), path: trimmedPath(scp[3]!) };
}

/** The address without user and password (http) or password (ssh): what may be stored and logged. Text that is no URL stays as it is. */
export function withoutCredentials(text: string): string {
  const match = /^([A-Za-z][A-Za-z0-9+.-]*:\/\/)([^/?#]*)@(.*)$/s.exec(text);
  if (!match) return text;
  const [, scheme, user, rest] = match;
  const keepsUser = /^(ssh|git\+ssh):/i.test(scheme!);
  const name = keepsUser ? user!.split(':')[0]! : '';
  return name === '' ? `${scheme}${rest}` : `${scheme}${name}@${rest}`;
}

/** Removes credentials from every URL inside a longer text, e.g. a program's error message. */
export function redactCredentials(text: string): string {
  return text.replaceAll(/[A-Za-z][A-Za-z0-9+.-]{1,20}:\/\/[^\s'"<>]{1,4096}/g, (url) => withoutCredentials(url));
}

/** `owner/name` of a remote on a host, the last path part for a file address; null where the text is no git address. */
export function repositoryName(remoteUrl: string): string | null {
  const remote = parseRemoteUrl(remoteUrl);
  if (!remote || remote.path === '') return null;
  const parts = remote.path.split('/').filter((part) => part !== '' && part !== '.' && part !== '..');
  if (parts.length === 0) return null;
  if (remote.scheme === 'file') return parts.at(-1)!;
  // Azure DevOps puts `_git` or `v3` into the path.
  const names = parts.filter(
    (part, index) => part !== '_git' && !(index === 0 && part === 'v3' && remote.host.endsWith('dev.azure.com')),
  );
  return names.map((name) => name.replace(/^~/, '')).join('/');
}
