import type { AnalyzedFile, AnalyzeProgress } from '../../contract/sessions.ts';
import { throwIfCancelled } from '../../core/abort.ts';
import { analyzeSession, chooseHub } from '../../core/sessions/analyze.ts';
import { seenServers } from '../../core/sessions/findings/hub-choice.ts';
import type { FileAccount } from '../../core/sessions/model.ts';
import type { KeptFile, SessionWriter } from '../../store/sessions/session-writer.ts';
import { readSessions } from './read-sessions.ts';

/** What was read, without what is kept in the file of sessions. */
export interface AnalyzedFiles {
  files: AnalyzedFile[];
  sessions: string[];
  hub: string | null;
}

export interface AnalyzeOptions {
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
export function fileView(account: FileAccount): AnalyzedFile {
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
  const read = await readSessions(paths, {
    signal,
    knownServers: options.hub === undefined ? [] : [options.hub],
    onProgress: (progress) => {
      last = { ...progress, phase: progress.phase === 'done' ? 'analyzing' : progress.phase };
      onProgress(last);
    },
  });
  const hub = chooseHub(options.hub, seenServers(read.sessions)) ?? options.usualHub ?? null;
  for (const session of read.sessions) {
    throwIfCancelled(signal);
    onProgress({ ...last, phase: 'analyzing', current: session.title ?? session.id });
    writer.put(
      analyzeSession(session, read.files, hub),
      session.files.flatMap((index) => read.files[index] ?? []).map(keptFile),
      options.now,
    );
    await breathe();
  }
  onProgress({ ...last, phase: 'done', current: null });
  return { files: read.files.map(fileView), sessions: read.sessions.map(({ key }) => key), hub };
}

/** Judges everything that is kept anew with another hub. Returns how many sessions there are. */
export async function judgeAgain(writer: SessionWriter, hub: string, now: number, signal: AbortSignal): Promise<number> {
  const keys = writer.keys();
  for (const key of keys) {
    throwIfCancelled(signal);
    const kept = writer.session(key);
    if (kept === null) continue;
    const files: KeptFile[] = [];
    for (const file of kept.files) files[file.index] = file;
    writer.put(analyzeSession(kept.session, files, chooseHub(hub, [])), kept.files, now);
    await breathe();
  }
  return keys.length;
}
