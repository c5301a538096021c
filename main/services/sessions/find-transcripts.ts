import { lstat, open, readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { HubError } from '../../contract/errors.ts';
import { throwIfCancelled } from '../../core/abort.ts';

/** Endings that are looked at in folders; what is named itself is read whatever it is called. */
const endings = /\.(?:jsonl|ndjson|json|zst|gz|zip|db|vscdb|sqlite)$/i;
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
 * id the shorter one first. Links are not followed out of a folder. Throws `not-found` for a path that does not exist.
 */
export async function findTranscripts(paths: readonly string[], signal?: AbortSignal): Promise<FoundFile[]> {
  const found = new Map<string, Candidate>();
  for (const path of paths) {
    const info = await lstat(path).catch(() => null);
    if (info === null)
      throw new HubError('not-found', `${path} does not exist. Name a transcript or a folder of them.`, { path });
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
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => null);
  if (entries === null || depth > depthLimit) return;
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!skippedFolders.has(entry.name)) await walk(path, depth + 1, found, signal);
    } else if (entry.isFile() && endings.test(entry.name)) {
      if (found.size >= fileLimit)
        throw new HubError('usage', `There are more than ${fileLimit} files. Name a part of the folder.`);
      await consider(path, found);
    }
  }
}

async function consider(path: string, found: Map<string, Candidate>): Promise<void> {
  if (found.has(path)) return;
  const refuse = (reason: string): void => {
    found.set(path, { path, size: 0, refused: reason, startedAt: 0 });
  };
  try {
    await using handle = await open(path, 'r');
    const info = await handle.stat();
    if (!info.isFile()) {
      refuse('It is no regular file.');
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
    refuse(`It cannot be read (${(error as NodeJS.ErrnoException).code ?? String(error)}).`);
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
