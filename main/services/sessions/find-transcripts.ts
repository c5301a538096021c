import { lstat, readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { HubError } from '../../contract/errors.ts';
import { throwIfCancelled } from '../../core/abort.ts';
import { archiveOf } from './archive-path.ts';
import { openToRead } from './open-bytes.ts';

/** Endings that are looked at in folders; what is named itself is read whatever it is called. */
const endings = /\.(?:jsonl|ndjson|json|zst|gz|zip|tar|tgz|db|vscdb|sqlite)$/i;
/** Cursor's older texts, which are told of and not read. */
const cursorTexts = /[/\\]agent-transcripts[/\\](?:[^/\\]+[/\\])?[^/\\]+\.txt$/i;
/** Folders that hold no transcripts: outputs that were moved out of them, and what programs fill with other things. */
const skippedFolders: ReadonlySet<string> = new Set(['node_modules', '.git', 'tool-results', 'file-history']);
const fileLimit = 50_000;
const depthLimit = 24;
/** How much of a file is looked at for its first time. Unit: bytes. */
const headBytes = 64 * 1024;

export interface FoundFile {
  path: string;
  size: number;
  /** Why it cannot be read; null where nothing speaks against it. */
  refused: string | null;
}

interface Candidate extends FoundFile {
  /** First time that its records name, else that of its last change. Unit: milliseconds. */
  startedAt: number;
}

/**
 * The files meant by what was dropped, folders with all below them, in the order in which their sessions began: of a session and its copy under another
 * id the shorter one first. A transcript in an archive means the archive. A link that is named is followed, those within a folder are not. What cannot be looked into is told of. Throws `not-found` for a path that does not exist.
 */
export async function findTranscripts(paths: readonly string[], signal?: AbortSignal): Promise<FoundFile[]> {
  const found = new Map<string, Candidate>();
  for (const path of paths) {
    const info = await stat(path).catch((error: unknown) => error as NodeJS.ErrnoException);
    if (info instanceof Error) {
      const archive = await archiveOf(path);
      if (archive !== null) {
        await consider(archive, found);
        continue;
      }
      const entry = await lstat(path).catch(() => null);
      const why =
        entry?.isSymbolicLink() === true && info.code === 'ENOENT'
          ? 'is a link to something that does not exist'
          : info.code === 'ENOENT' || info.code === 'ENOTDIR'
            ? 'does not exist'
            : `cannot be looked at (${info.code})`;
      throw new HubError('not-found', `${path} ${why}. Name a transcript or a folder of them.`, { path });
    }
    if (info.isDirectory()) await walk(path, 0, found, signal);
    else {
      await consider(path, found);
      // Subagents of a session lie in a folder of its name.
      const beside = path.replace(/\.jsonl$/i, '');
      if (beside !== path) await walk(join(beside, 'subagents'), 0, found, signal);
    }
  }
  const order = (a: Candidate, b: Candidate): number =>
    a.startedAt - b.startedAt || a.size - b.size || (a.path < b.path ? -1 : 1);
  return [...found.values()].sort(order).map(({ path, size, refused }) => ({ path, size, refused }));
}

async function walk(
  folder: string,
  depth: number,
  found: Map<string, Candidate>,
  signal: AbortSignal | undefined,
): Promise<void> {
  throwIfCancelled(signal);
  if (depth > depthLimit) {
    refuse(folder, `It lies more than ${depthLimit} folders deep. Name it itself.`, found);
    return;
  }
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => error as NodeJS.ErrnoException);
  if (entries instanceof Error) {
    // A session without subagents has no folder of them.
    if (entries.code !== 'ENOENT' && entries.code !== 'ENOTDIR')
      refuse(folder, `The folder cannot be read (${entries.code}).`, found);
    return;
  }
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!skippedFolders.has(entry.name)) await walk(path, depth + 1, found, signal);
    } else if (entry.isFile() && (endings.test(entry.name) || cursorTexts.test(path))) {
      if (found.size >= fileLimit)
        throw new HubError('usage', `There are more than ${fileLimit} files. Name a part of the folder.`);
      await consider(path, found);
    }
  }
}

function refuse(path: string, reason: string, found: Map<string, Candidate>): void {
  found.set(path, { path, size: 0, refused: reason, startedAt: 0 });
}

async function consider(path: string, found: Map<string, Candidate>): Promise<void> {
  if (found.has(path)) return;
  try {
    await using handle = await openToRead(path);
    const info = await handle.stat();
    if (!info.isFile()) {
      refuse(path, 'It is no regular file.', found);
      return;
    }
    const buffer = Buffer.alloc(Math.min(headBytes, info.size));
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0);
    const time = /"(?:timestamp|startTime|ts|created)"\s*:\s*(?:"([^"]{10,40})"|(\d{13}))/.exec(
      buffer.toString('latin1', 0, bytesRead),
    );
    const startedAt = time === null ? Number.NaN : time[1] === undefined ? Number(time[2]) : Date.parse(time[1]);
    found.set(path, { path, size: info.size, refused: null, startedAt: Number.isNaN(startedAt) ? info.mtimeMs : startedAt });
  } catch (error) {
    refuse(path, `It cannot be read (${(error as NodeJS.ErrnoException).code ?? String(error)}).`, found);
  }
}

/** Where results lie that Claude Code moved out of a transcript: beside the session, or beside the one whose subagent wrote it. */
export function movedOutFolders(transcript: string, sessionIds: readonly string[]): string[] {
  const folder = dirname(transcript);
  const session = folder.replace(/[/\\]subagents(?:[/\\]workflows[/\\][^/\\]+)?$/, '');
  const own =
    session === folder
      ? [join(folder, basename(transcript).replace(/\.jsonl.*$/i, '')), ...sessionIds.map((id) => join(folder, basename(id)))]
      : [session];
  return [...new Set(own)].map((each) => join(each, 'tool-results'));
}
