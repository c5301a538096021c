import { existsSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HubError } from '../../contract/errors.ts';
import { refNameProblem } from '../../core/discovery/ref-name.ts';
import { parseRemoteUrl, withoutCredentials } from '../../core/discovery/remote-url.ts';
import type { SourceSpecification } from '../../core/source.ts';

/** What a user gives beside the location. */
export interface SourceArgumentOptions {
  name?: string;
  ref?: string;
  /** Folder that relative paths start from; default: the process's. */
  workingDirectory?: string;
}

const namePattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;
const dumpPath = /\.(txt|md)$/i;

/** A source name out of any text: letters, digits, `.`, `_` and `-`. */
export function sourceNameFrom(text: string): string {
  const name = text
    .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .replace(/[-.]+$/, '')
    .slice(0, 100);
  return name === '' ? 'source' : name;
}

function usage(message: string, details: Record<string, unknown> = {}): HubError {
  return new HubError('usage', message, details);
}

/** A bare repository by what git itself looks for. */
function isBareRepository(folder: string): boolean {
  return existsSync(join(folder, 'HEAD')) && existsSync(join(folder, 'objects')) && existsSync(join(folder, 'refs'));
}

function dumpFromUrl(text: string): Omit<SourceSpecification, 'name'> & { suggestedName: string } {
  const url = new URL(withoutCredentials(text));
  url.hash = '';
  return { kind: 'llms', location: url.href, suggestedName: url.hostname };
}

function fromPath(
  text: string,
  ref: string | undefined,
  workingDirectory: string,
): Omit<SourceSpecification, 'name'> & { suggestedName: string } {
  const expanded = text === '~' || text.startsWith('~/') ? join(homedir(), text.slice(1)) : text;
  const location = isAbsolute(expanded) ? resolve(expanded) : resolve(workingDirectory, expanded);
  const info = statSync(location, { throwIfNoEntry: false });
  if (!info) {
    const hint = /^[\w.-]+\/[\w.-]+$/.test(text)
      ? ` For a repository on a host give its URL, e.g. https://github.com/${text}.`
      : '';
    throw usage(`There is no file or folder ${location}.${hint}`, { location });
  }
  if (info.isFile()) {
    if (!dumpPath.test(location))
      throw usage(`${location} is a file. Sources are folders, git repositories and dumps (.txt or .md).`, { location });
    return { kind: 'llms', location, suggestedName: basename(location).replace(dumpPath, '') };
  }
  if (!info.isDirectory()) throw usage(`${location} is neither a file nor a folder.`, { location });
  const bare = isBareRepository(location);
  if (basename(location) === '.git' && bare)
    return { kind: 'git', location: resolve(location, '..'), suggestedName: basename(resolve(location, '..')) };
  if (bare || location.endsWith('.git') || ref !== undefined)
    return { kind: 'git', location, suggestedName: basename(location).replace(/\.git$/, '') };
  return { kind: 'folder', location, suggestedName: basename(location) };
}

function locate(
  text: string,
  ref: string | undefined,
  workingDirectory: string,
): Omit<SourceSpecification, 'name'> & { suggestedName: string } {
  if (text === '') throw usage('Give a folder, a git URL or the address of an llms-full.txt.');
  if (/\p{Cc}/u.test(text)) throw usage('A source has no control characters in its address.');
  if (text.startsWith('-'))
    throw usage(`${JSON.stringify(text)} looks like an option. Write ./${text} for a folder of that name.`);
  if (existsSync(resolve(workingDirectory, text))) return fromPath(text, ref, workingDirectory);
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]+):/.exec(text)?.[1]?.toLowerCase();
  const hasAuthority = /^[A-Za-z][A-Za-z0-9+.-]+:\/\//.test(text);
  if ((scheme === 'http' || scheme === 'https') && hasAuthority) {
    if (!URL.canParse(text)) throw usage(`${withoutCredentials(text)} is no valid URL.`);
    if (dumpPath.test(new URL(text).pathname)) return dumpFromUrl(text);
  }
  const remote = parseRemoteUrl(text);
  if (remote) {
    if (remote.path === '') throw usage(`${withoutCredentials(text)} names a host but no repository.`);
    if (remote.scheme === 'file' && dumpPath.test(remote.path)) return fromPath(fileURLToPath(text), ref, workingDirectory);
    return { kind: 'git', location: withoutCredentials(text), suggestedName: basename(remote.path) };
  }
  if (hasAuthority || text.includes('::')) {
    throw usage(`${withoutCredentials(text)} cannot be fetched. Use https, http, ssh, git or file URLs, or user@host:path.`);
  }
  return fromPath(text, ref, workingDirectory);
}

/**
 * Turns what a user types into a source: a folder, a file of a dump, a git URL (https, http, ssh, git, file, user@host:path), a
 * bare repository, or the http(s) address of a .txt or .md dump. A folder stays a folder even when it is a git work tree, unless
 * a ref is given. `owner/name` is not guessed. Credentials are dropped. Throws `usage` with what to do instead.
 */
export function parseSourceArgument(text: string, options: SourceArgumentOptions = {}): SourceSpecification {
  const trimmed = text.trim();
  const { name, ref, workingDirectory = process.cwd() } = options;
  if (name !== undefined && !namePattern.test(name))
    throw usage(`${JSON.stringify(name)} is no source name: letters, digits, dot, underscore and dash, at most 100.`, { name });
  const refProblem = ref === undefined ? null : refNameProblem(ref);
  if (refProblem) throw usage(`${JSON.stringify(ref)} is no branch, tag or commit name: ${refProblem}.`, { ref });
  const { suggestedName, ...found } = locate(trimmed, ref, workingDirectory);
  if (ref !== undefined && found.kind !== 'git')
    throw usage('A ref (branch, tag or commit) can be given for git repositories only.', { ref });
  return { name: name ?? sourceNameFrom(suggestedName), ...found, ...(ref === undefined ? {} : { ref }) };
}
