import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import envPaths from 'env-paths';
import { HubError } from '../../contract/errors.ts';

/** Where everything of one hub lies. */
export interface DataDirectory {
  root: string;
  database: string;
  /** What people said and keep; apart from the index, which can be made again. */
  userDatabase: string;
  /** What was read from transcripts of coding agents. */
  sessionDatabase: string;
  lock: string;
}

/** The platform's place for an application's data: XDG on Linux, Application Support on macOS, AppData on Windows. */
export function defaultDataDirectory(): string {
  return envPaths('context-hub', { suffix: '' }).data;
}

/** Resolves and creates the directory (owner-only, since it holds copies of private sources). */
export function openDataDirectory(path: string): DataDirectory {
  const root = resolve(path);
  try {
    mkdirSync(root, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new HubError(
      'usage',
      `The data directory ${root} cannot be created: ${(error as Error).message}. Choose another with --data-dir.`,
      { root },
      error,
    );
  }
  return {
    root,
    database: join(root, 'index.sqlite'),
    userDatabase: join(root, 'user.sqlite'),
    sessionDatabase: join(root, 'sessions.sqlite'),
    lock: join(root, 'owner.lock'),
  };
}
