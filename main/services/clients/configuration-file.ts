import { mkdirSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { HubError } from '../../contract/errors.ts';
import type { ConfigurationText, ServerEntry } from './server-entry.ts';

/** Larger ones are no configuration. Unit: bytes. */
const largestFile = 5 * 1024 * 1024;

export interface FileChange {
  changed: boolean;
  backup: string | null;
}

/** Where the file is kept as it was before this hub's entry came into it. */
function backupPath(path: string): string {
  return `${path}.before-context-hub`;
}

/** The entry in a file; null where there is no file or no entry. Throws `usage`, with the path, for a damaged file. */
export function readEntry(path: string, configuration: ConfigurationText): ServerEntry | null {
  const text = readText(path);
  return text === null ? null : withPath(path, () => configuration.read(text));
}

/** Writes the entry. What was there is kept beside the file first; the new text takes the file's place at once. */
export function writeEntry(path: string, configuration: ConfigurationText, entry: ServerEntry): FileChange {
  const text = readText(path);
  const next = withPath(path, () => configuration.set(text ?? '', entry));
  if (text !== null && next === text) return { changed: false, backup: null };
  const hadEntry = text !== null && withPath(path, () => configuration.read(text)) !== null;
  const backup = text === null || (hadEntry && readText(backupPath(path)) !== null) ? null : backupPath(path);
  if (backup !== null) replaceFile(backup, text!, path);
  replaceFile(path, next, path, text);
  return { changed: true, backup };
}

/**
 * Takes the entry out. Where nothing but this hub has changed the file since, it becomes what it was to the letter: the kept text, or no file where there was none.
 */
export function removeEntry(path: string, configuration: ConfigurationText): FileChange {
  const text = readText(path);
  if (text === null) return { changed: false, backup: null };
  const entry = withPath(path, () => configuration.read(text));
  if (entry === null) return { changed: false, backup: null };
  const kept = readText(backupPath(path));
  if (kept !== null && unlessRefused(() => configuration.set(kept, entry)) === text) {
    replaceFile(path, kept, path, text);
    rmSync(backupPath(path), { force: true });
    return { changed: true, backup: null };
  }
  if (kept === null && unlessRefused(() => configuration.set('', entry)) === text) {
    rmSync(path);
    return { changed: true, backup: null };
  }
  replaceFile(
    path,
    withPath(path, () => configuration.remove(text)),
    path,
    text,
  );
  rmSync(backupPath(path), { force: true });
  return { changed: true, backup: null };
}

function unlessRefused(work: () => string): string | null {
  try {
    return work();
  } catch {
    return null;
  }
}

function withPath<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof HubError) throw new HubError(error.code, `${path}: ${error.message}`, { path }, error);
    throw error;
  }
}

function readText(path: string): string | null {
  let bytes: Buffer;
  try {
    const info = statSync(path);
    if (!info.isFile()) throw new HubError('usage', `${path} is no file. Nothing was changed.`, { path });
    if (info.size > largestFile)
      throw new HubError('usage', `${path} is too large for a configuration. Nothing was changed.`, { path });
    bytes = readFileSync(path);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    if (error instanceof HubError) throw error;
    throw new HubError('usage', `${path} cannot be read: ${(error as Error).message}. Nothing was changed.`, { path }, error);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new HubError('usage', `${path} is not written in UTF-8. Nothing was changed; mend it first.`, { path }, error);
  }
}

/** A draft beside the file takes its place in one step, through a symbolic link, with the mode that the file had. */
function replaceFile(path: string, text: string, like: string, unlessChangedFrom?: string | null): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    const target = realPath(path);
    const mode = modeOf(like);
    const draft = `${target}.${process.pid}.draft`;
    try {
      writeFileSync(draft, text, { mode });
      if (unlessChangedFrom !== undefined && readText(path) !== unlessChangedFrom)
        throw new HubError('usage', `${path} was changed by another program just now. Nothing was changed; try again.`, { path });
      renameSync(draft, target);
    } finally {
      rmSync(draft, { force: true });
    }
  } catch (error) {
    if (error instanceof HubError) throw error;
    throw new HubError('usage', `${path} cannot be written: ${(error as Error).message}. Nothing was changed.`, { path }, error);
  }
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function modeOf(path: string): number {
  try {
    return statSync(path).mode & 0o777;
  } catch {
    return 0o600;
  }
}
