import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach } from 'vitest';
import type { Logger } from '../../../main/core/logger.ts';
import type { SourceSpecification } from '../../../main/core/source.ts';
import type { SourceContext } from '../../../main/services/sources/source-context.ts';

const created: string[] = [];

afterEach(() => {
  for (const folder of created.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A fresh folder that goes away after the test. */
export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'hub-sources-')));
  created.push(folder);
  return folder;
}

/** Writes files below a folder. */
export function writeFiles(folder: string, files: Record<string, string | Uint8Array>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

/** Runs git as a user would, without the settings of whoever runs the tests. */
export function git(folder: string, ...arguments_: string[]): string {
  return execFileSync('git', arguments_, {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: folder,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_AUTHOR_NAME: 'Test',
      GIT_AUTHOR_EMAIL: 'test@example.org',
      GIT_COMMITTER_NAME: 'Test',
      GIT_COMMITTER_EMAIL: 'test@example.org',
      GIT_AUTHOR_DATE: '2026-01-02T03:04:05Z',
      GIT_COMMITTER_DATE: '2026-01-02T03:04:05Z',
    },
  }).trim();
}

/** Adds everything and commits; gives the commit id. */
export function commitAll(folder: string, message = 'change'): string {
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--allow-empty', '-m', message);
  return git(folder, 'rev-parse', 'HEAD');
}

/** A work tree with one commit on `main`. */
export function makeRepository(files: Record<string, string | Uint8Array>): { folder: string; commit: string } {
  const folder = temporaryFolder();
  git(folder, 'init', '--quiet', '--initial-branch=main');
  writeFiles(folder, files);
  return { folder, commit: commitAll(folder) };
}

/** A logger that keeps what it is told. */
export function recordingLogger(): Logger & { lines: string[] } {
  const lines: string[] = [];
  const write = (message: string, fields?: Record<string, unknown>): void =>
    void lines.push(`${message} ${JSON.stringify(fields ?? {})}`);
  return { lines, debug: write, info: write, warn: write, error: write };
}

/** A context with a data directory of its own; the splitter takes each `# ` heading for a page. */
export function sourceContext(
  changes: Partial<SourceContext> = {},
): SourceContext & { logger: ReturnType<typeof recordingLogger> } {
  return {
    dataDirectory: temporaryFolder(),
    splitDump: (text) =>
      text.split(/^(?=# )/m).map((page, index, pages) => ({
        title: page.split('\n')[0]!.slice(2),
        url: `https://docs.example.org/${index}`,
        path: `${page.split('\n')[0]!.slice(2)}.md`,
        startLine: pages.slice(0, index).join('').split('\n').length,
        text: page,
      })),
    ...changes,
    logger: recordingLogger(),
  };
}

export function specification(
  kind: SourceSpecification['kind'],
  location: string,
  changes: Partial<SourceSpecification> = {},
): SourceSpecification {
  return { name: 'test', kind, location, ...changes };
}

export const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
