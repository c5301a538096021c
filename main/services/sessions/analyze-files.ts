import { setTimeout as delay } from 'node:timers/promises';
import type { AnalyzedFile, AnalyzeProgress } from '../../contract/sessions.ts';
import { throwIfCancelled } from '../../core/abort.ts';
import { analyzeSession, chooseHub } from '../../core/sessions/analyze.ts';
import { seenServers } from '../../core/sessions/findings/hub-choice.ts';
import type { FileAccount, Session } from '../../core/sessions/model.ts';
import type { KeptFile, SessionWriter } from '../../store/sessions/session-writer.ts';
import { FollowedTranscripts } from './followed-transcripts.ts';
import { readSessions } from './read-sessions.ts';
import { ShelfFile } from './shelf-file.ts';

/** What was read, without what is kept in the file of sessions. */
export interface AnalyzedFiles {
  files: AnalyzedFile[];
  sessions: string[];
  hub: string | null;
}

export interface AnalyzeOptions {
  /** Where a file may lie while transcripts are read. */
  folder: string;
  /** Server that counts as the hub, in whatever form; guessed where it is left out. */
  hub?: string | undefined;
  /** Of what was kept before: counts where nothing in the new files looks like a hub. */
  usualHub?: string | null;
  signal: AbortSignal;
  onProgress: (progress: AnalyzeProgress) => void;
  now: number;
}

/** Lines that are told of one by one. */
const mostSkippedLines = 100;

/** The account of a file, for people and programs. */
function fileView(account: FileAccount): AnalyzedFile {
  const { path, agent, transcript, reason, bytes, records, repaired, pendingTail, unknownTypes, duplicates } = account;
  return {
    path,
    agent,
    transcript,
    reason,
    bytes,
    records,
    skipped: account.skippedCount,
    skippedLines: account.skipped.slice(0, mostSkippedLines),
    repaired,
    pendingTail,
    unknownTypes,
    duplicates,
    toolCalls: account.toolCalls,
    mcpCalls: account.mcpCalls,
    unanswered: account.unanswered,
    messages: account.messages,
    outputTokens: account.outputTokens,
    sessionIds: account.sessionIds,
  };
}

function keptFile({
  index,
  path,
  agent,
  records,
  skippedCount,
  repaired,
  pendingTail,
  toolCalls,
  mcpCalls,
}: FileAccount): KeptFile {
  return { index, path, agent, records, skipped: skippedCount, repaired, pendingTail, toolCalls, mcpCalls };
}

function keptFiles({ files }: Session, accounts: readonly FileAccount[]): KeptFile[] {
  return files.flatMap((index) => accounts[index] ?? []).map(keptFile);
}

/** Lets the thread hear that it is to stop. */
function breathe(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Reads transcripts, judges their sessions and keeps them, one session after the other. Throws `cancelled` and `not-found`. */
export async function analyzeFiles(
  paths: readonly string[],
  writer: SessionWriter,
  options: AnalyzeOptions,
): Promise<AnalyzedFiles> {
  const { signal, onProgress } = options;
  let last: AnalyzeProgress = { phase: 'looking', files: 0, filesDone: 0, bytes: 0, bytesDone: 0, current: null };
  using file = new ShelfFile(options.folder);
  const read = await readSessions(paths, {
    signal,
    shelf: file.shelf,
    knownServers: options.hub === undefined ? [] : [options.hub],
    onProgress: (progress) => {
      last = { ...progress, phase: progress.phase === 'done' ? 'analyzing' : progress.phase };
      onProgress(last);
    },
  });
  const { files, sessions } = read;
  const hub = chooseHub(options.hub, seenServers(sessions)) ?? options.usualHub ?? null;
  const keys: string[] = [];
  // What is kept is let go of.
  for (let session = sessions.shift(); session !== undefined; session = sessions.shift()) {
    throwIfCancelled(signal);
    onProgress({ ...last, phase: 'analyzing', current: session.title ?? session.id });
    writer.put(analyzeSession(session, files, hub), keptFiles(session, files), options.now);
    keys.push(session.key);
    await breathe();
  }
  onProgress({ ...last, phase: 'done', current: null });
  return { files: files.map(fileView), sessions: keys, hub };
}

export interface FollowOptions extends Pick<AnalyzeOptions, 'usualHub' | 'signal'> {
  /** Between two looks at the files. Unit: milliseconds. */
  everyMs: number;
  onChange: (kept: AnalyzedFiles) => void;
}

/** Reads transcripts that are being written, and whatever is appended to them, until the signal fires; what changed is judged and kept anew. */
export async function followFiles(paths: readonly string[], writer: SessionWriter, options: FollowOptions): Promise<void> {
  const { signal, everyMs, onChange } = options;
  const followed = new FollowedTranscripts(paths);
  while (!signal.aborted) {
    if (await followed.poll(signal)) {
      const { files, sessions } = followed.read;
      const hub = chooseHub(undefined, seenServers(sessions)) ?? options.usualHub ?? null;
      for (const session of sessions) writer.put(analyzeSession(session, files, hub), keptFiles(session, files), Date.now());
      onChange({ files: files.map(fileView), sessions: sessions.map(({ key }) => key), hub });
    }
    await delay(everyMs, undefined, { signal }).catch(() => {});
  }
}

/** Judges everything that is kept anew with another hub. Returns how many sessions there are. */
export async function judgeAgain(
  writer: SessionWriter,
  hub: string,
  { folder, now, signal }: Pick<AnalyzeOptions, 'folder' | 'now' | 'signal'>,
): Promise<number> {
  const keys = writer.keys();
  for (const key of keys) {
    throwIfCancelled(signal);
    using shelved = new ShelfFile(folder);
    const kept = writer.session(key, shelved.shelf);
    if (kept === null) continue;
    const files: KeptFile[] = [];
    for (const file of kept.files) files[file.index] = file;
    writer.put(analyzeSession(kept.session, files, chooseHub(hub, [])), kept.files, now);
    await breathe();
  }
  return keys.length;
}
