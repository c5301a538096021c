import { extensionOf } from './language.ts';
import { parseRemoteUrl } from './remote-url.ts';
import type { RemoteUrl } from './remote-url.ts';

/** encodeURIComponent, and the characters that end a link in Markdown. */
function encodeSegment(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function encodePath(path: string): string {
  return path.split('/').map(encodeSegment).join('/');
}

function isHost(host: string, product: string): boolean {
  return host === `${product}.com` || host.startsWith(`${product}.`);
}

function azureTemplate(remote: RemoteUrl, commit: string): string | null {
  const parts = remote.path.split('/');
  let location: [string, string, string] | null = null;
  if (remote.host === 'ssh.dev.azure.com' && parts.length === 4 && parts[0] === 'v3')
    location = [parts[1]!, parts[2]!, parts[3]!];
  if (remote.host === 'dev.azure.com' && parts.length === 4 && parts[2] === '_git') location = [parts[0]!, parts[1]!, parts[3]!];
  if (remote.host.endsWith('.visualstudio.com') && parts.length === 3 && parts[1] === '_git')
    location = [remote.host.split('.')[0]!, parts[0]!, parts[2]!];
  if (!location) return null;
  const [organisation, project, repository] = location.map(encodeSegment);
  return `https://dev.azure.com/${organisation}/${project}/_git/${repository}?path=/{path}&version=GC${commit}&line={start}&lineEnd={end}&lineStartColumn=1&lineEndColumn=1&lineStyle=plain`;
}

/**
 * Address of a file at a commit on the remote's host, with `{path}`, `{start}` and `{end}` to fill in by `fillPermalink`; null
 * for hosts whose form is not known. Knows GitHub, GitLab, Bitbucket, Codeberg, Gitea, Forgejo, sourcehut and Azure DevOps,
 * and their self-hosted forms where the host's name says so (`gitlab.example.org`).
 */
export function permalinkTemplate(remoteUrl: string, commit: string): string | null {
  const remote = parseRemoteUrl(remoteUrl);
  if (!remote || remote.scheme === 'file' || remote.path === '' || !/^[0-9a-f]{40,64}$/.test(commit)) return null;
  const azure = azureTemplate(remote, commit);
  if (azure) return azure;
  const segments = remote.path.split('/');
  if (segments.length < 2) return null;
  const host = remote.host.replace(/^www\./, '').replace(/^(alt)?ssh\.(github\.com|gitlab\.com|bitbucket\.org)$/, '$2');
  const base = `${remote.scheme === 'http' ? 'http' : 'https'}://${host}/${encodePath(remote.path)}`;
  if (isHost(host, 'github')) return `${base}/blob/${commit}/{path}#L{start}-L{end}`;
  if (isHost(host, 'gitlab')) return `${base}/-/blob/${commit}/{path}#L{start}-{end}`;
  if (host === 'bitbucket.org') return `${base}/src/${commit}/{path}#lines-{start}:{end}`;
  if (host === 'codeberg.org' || isHost(host, 'gitea') || isHost(host, 'forgejo'))
    return `${base}/src/commit/${commit}/{path}#L{start}-L{end}`;
  if (host === 'git.sr.ht') return `${base.replace('/%7E', '/~')}/tree/${commit}/item/{path}#L{start}-{end}`;
  return null;
}

/** Puts a path prefix in front of `{path}`: for a source that is a folder inside a repository. `prefix` ends with `/` or is empty. */
export function prefixPermalink(template: string, prefix: string): string {
  return template.replace('{path}', () => `${encodePath(prefix)}{path}`);
}

/** The link to lines `start` to `end` (1-based, inclusive) of a file. */
export function fillPermalink(template: string, path: string, start: number, end: number): string {
  const values: Record<string, string> = {
    path: encodePath(path),
    start: String(Math.min(start, end)),
    end: String(Math.max(start, end)),
  };
  const filled = template.replaceAll(/\{(path|start|end)\}/g, (_, key: string) => values[key]!);
  // GitHub and GitLab render Markdown, where line anchors mean nothing unless the plain text is asked for.
  if (template.includes('/blob/') && /^(md|markdown|rst|adoc|mdx)$/.test(extensionOf(path)))
    return filled.replace('#', '?plain=1#');
  return filled;
}
