import { isAbsolute, resolve } from 'node:path';
import { linkSchemeName } from './app-origin.ts';
import { parseDeepLink, type DeepLink } from './deep-link.ts';

/** What somebody who starts the app wants of it. */
export interface LaunchRequest {
  /** Sources to add, as `sources.parse` takes them; folders absolute. */
  sources: string[];
  links: DeepLink[];
  /** Where the index is to be instead of its usual place; only heeded by the first instance. Absolute. */
  dataDirectory: string | null;
}

/** More would be a mistake, or somebody's joke with a link. */
const mostSources = 50;

/**
 * Reads the words after the program's name. Flags are Chromium's, but for `--data-dir=DIR`; both sides of a second start may add some.
 * @param workingDirectory what relative folders are relative to.
 */
export function readLaunchRequest(
  words: readonly string[],
  { workingDirectory, exists }: { workingDirectory: string; exists: (path: string) => boolean },
): LaunchRequest {
  const request: LaunchRequest = { sources: [], links: [], dataDirectory: null };
  for (const word of words) {
    if (word.startsWith(`${linkSchemeName}:`)) {
      const link = parseDeepLink(word);
      if (link !== null) request.links.push(link);
    } else if (word.startsWith('--data-dir=')) {
      const folder = word.slice('--data-dir='.length);
      if (folder !== '') request.dataDirectory = resolve(workingDirectory, folder);
    } else if (!word.startsWith('-') && word.trim() !== '' && request.sources.length < mostSources) {
      const path = isAbsolute(word) ? word : resolve(workingDirectory, word);
      request.sources.push(exists(path) ? path : word);
    }
  }
  return request;
}
