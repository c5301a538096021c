import type { DiscoveredFile, FailedFile, RoleRule, SkippedFile } from '../source.ts';
import { extensionOf, isDocument, languageOf, baseNameOf } from './language.ts';
import { describeRepository } from './repository-shape.ts';
import type { RoleContext } from './repository-shape.ts';
import { classify } from './roles.ts';
import { defaultMaximumFileBytes, folderSkipReason, pathSkipReason } from './skip.ts';

/** A regular file that a source found, before any rule. */
export interface ListedFile {
  path: string;
  /** Null where it cannot be known without the content. */
  sizeBytes: number | null;
  version: string;
}

/** What the rules need besides the list. */
export interface DiscoveryOptions {
  repo: string;
  rules?: readonly RoleRule[];
  /** Take documents only, as the source kind `docs` does. */
  documentsOnly?: boolean;
  siteUrl?: string;
  maximumFileBytes?: number;
}

/** The sorted outcome: every listed file is in exactly one of the lists. */
export interface Discovery {
  files: DiscoveredFile[];
  skipped: SkippedFile[];
  failed: FailedFile[];
  context: RoleContext;
}

/** Fewest other documents beside a dump that make it a repetition. */
const minimumPagesBesideDump = 3;

/** Why a path cannot be taken at all: it would lead out of the root or name no file. Null where it is fine. */
export function unsafePathReason(path: string): string | null {
  if (path === '') return 'the path is empty';
  if (path.includes('\0')) return 'the path has a NUL character';
  if (path.startsWith('/')) return 'the path is absolute';
  if (path.includes('\uFFFD')) return 'the name is not valid UTF-8';
  for (const part of path.split('/')) {
    if (part === '' || part === '.' || part === '..') return 'the path leads out of the root';
    if (part.toLowerCase() === '.git') return 'the path lies in .git';
  }
  return null;
}

/** Order of all lists in a snapshot: by code unit, the same on every machine. */
export function byPath(left: { path: string }, right: { path: string }): number {
  return left.path < right.path ? -1 : left.path > right.path ? 1 : 0;
}

/** Folders that are left out whole, with the reason; nested ones count under the outermost. */
function findSkippedFolders(paths: readonly string[]): Map<string, { reason: SkippedFile['reason']; detail: string }> {
  const children = new Map<string, Set<string>>();
  for (const path of paths) {
    let child = path;
    for (let slash = path.lastIndexOf('/'); ; slash = child.lastIndexOf('/')) {
      const folder = slash < 0 ? '' : child.slice(0, slash);
      let names = children.get(folder);
      const known = names !== undefined;
      if (!names) children.set(folder, (names = new Set()));
      names.add(child.slice(slash + 1));
      // A folder that is known has been entered in its parents before.
      if (folder === '' || known) break;
      child = folder;
    }
  }
  const found = new Map<string, { reason: SkippedFile['reason']; detail: string }>();
  for (const [folder, names] of children) {
    if (folder === '') continue;
    const skip = folderSkipReason(folder, [...names]);
    if (skip) found.set(folder, skip);
  }
  return found;
}

function outermostOf(path: string, folders: ReadonlyMap<string, unknown>): string | null {
  if (folders.size === 0) return null;
  for (let slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
    const folder = path.slice(0, slash);
    if (folders.has(folder)) return folder;
  }
  return null;
}

/** Address of a documentation page on its site, by the convention that paths of files are paths of pages. */
function pageUrlOf(path: string, siteUrl: string): string | null {
  if (
    !/^(md|mdx)$/.test(extensionOf(path)) ||
    path.split('/').some((part) => part.startsWith('.') || part === 'snippets' || part === '_snippets')
  )
    return null;
  const page = path
    .replace(/\.mdx?$/i, '')
    .replace(/(^|\/)index$/, '$1')
    .replace(/\/$/, '');
  const encoded = page.toWellFormed().split('/').map(encodeURIComponent).join('/');
  return encoded === '' ? siteUrl : `${siteUrl.replace(/\/+$/, '')}/${encoded}`;
}

function isRepeatedDump(path: string, documentPaths: readonly string[]): boolean {
  if (!/^llms(-full|-small)?\.txt$/i.test(baseNameOf(path))) return false;
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  return (
    documentPaths.filter((other) => other.startsWith(folder) && /^mdx?$/.test(extensionOf(other))).length >=
    minimumPagesBesideDump
  );
}

/**
 * Applies the deny list and the roles to a list of files. Pure: folder and git sources share it. The result is sorted by path,
 * and the same for the same list in any order.
 */
export function discoverFiles(listed: readonly ListedFile[], options: DiscoveryOptions): Discovery {
  const skipped: SkippedFile[] = [];
  const failed: FailedFile[] = [];
  const kept: ListedFile[] = [];
  const seen = new Set<string>();
  const folders = findSkippedFolders(listed.map((file) => file.path));
  const folderCounts = new Map<string, number>();
  for (const file of [...listed].toSorted(byPath)) {
    const unsafe = unsafePathReason(file.path) ?? (seen.has(file.path) ? 'the path occurs twice' : null);
    if (unsafe) {
      failed.push({ path: file.path, reason: unsafe });
      continue;
    }
    seen.add(file.path);
    const folder = outermostOf(file.path, folders);
    if (folder !== null) folderCounts.set(folder, (folderCounts.get(folder) ?? 0) + 1);
    else kept.push(file);
  }
  for (const [folder, count] of folderCounts) {
    const { reason, detail } = folders.get(folder)!;
    skipped.push({ path: `${folder}/`, reason, detail: `${detail} (${count} ${count === 1 ? 'file' : 'files'})` });
  }
  const limit = options.maximumFileBytes ?? defaultMaximumFileBytes;
  const documentPaths = kept.map((file) => file.path).filter(isDocument);
  const candidates: ListedFile[] = [];
  for (const file of kept) {
    const skip = isRepeatedDump(file.path, documentPaths)
      ? { reason: 'duplicate-dump' as const, detail: 'repeats the pages beside it' }
      : pathSkipReason(file.path, file.sizeBytes, limit);
    if (skip) skipped.push({ path: file.path, ...skip });
    else candidates.push(file);
  }
  const context = describeRepository(
    candidates.map((file) => file.path),
    options.repo,
  );
  const rules = options.rules ?? [];
  const files: DiscoveredFile[] = [];
  for (const file of candidates) {
    if (options.documentsOnly && !isDocument(file.path)) {
      skipped.push({ path: file.path, reason: 'rule', detail: 'a documentation folder gives documents only' });
      continue;
    }
    const decision = classify(file.path, rules, context);
    if (decision.role === 'skip') {
      skipped.push({ path: file.path, reason: 'rule', detail: decision.because });
      continue;
    }
    const pageUrl = options.siteUrl !== undefined && decision.role === 'doc' ? pageUrlOf(file.path, options.siteUrl) : null;
    files.push({
      path: file.path,
      role: decision.role,
      language: languageOf(file.path),
      sizeBytes: file.sizeBytes ?? 0,
      version: file.version,
      ...(pageUrl === null ? {} : { pageUrl }),
    });
  }
  return { files, skipped: skipped.toSorted(byPath), failed: failed.toSorted(byPath), context };
}
