import type { AnalyzedFile, AnalyzeProgress } from '../../contract/sessions.ts';
import type { Logger } from '../../core/logger.ts';
import { analyzeSession, chooseHub } from '../../core/sessions/analyze.ts';
import { seenServers } from '../../core/sessions/findings/hub-choice.ts';
import type { FileAccount } from '../../core/sessions/model.ts';
import { openSessionDatabase } from '../../store/sessions/session-database.ts';
import { SessionWriter } from '../../store/sessions/session-writer.ts';
import { readSessions, type ReadProgress } from './read-sessions.ts';
import type { KeptSessions, SessionWorkerData } from './session-protocol.ts';

/** Time between two reports of progress. Unit: milliseconds. */
const reportEveryMs = 100;
const skippedLinesTold = 100;

/** Reads transcripts, analyzes them and keeps what was found, one session after the other. */
export async function keepSessions(
  data: SessionWorkerData,
  logger: Logger,
  onProgress: (progress: AnalyzeProgress) => void,
): Promise<KeptSessions> {
  let last = 0;
  const tell = (progress: AnalyzeProgress, always = false): void => {
    const now = performance.now();
    if (!always && now - last < reportEveryMs) return;
    last = now;
    onProgress(progress);
  };
  let reached: ReadProgress = { phase: 'looking', files: 0, filesDone: 0, bytes: 0, bytesDone: 0, current: null };
  const read = await readSessions(data.paths, {
    knownServers: data.hub === null ? [] : [data.hub],
    onProgress: (progress) => {
      reached = progress;
      if (progress.phase !== 'done') tell(progress);
    },
  });
  const servers = seenServers(read.sessions);
  const hub = chooseHub(data.hub ?? undefined, servers);
  const paths = read.files.map(({ path }) => path);
  const connection = openSessionDatabase(data.database, logger);
  try {
    const writer = new SessionWriter(connection);
    const now = Date.now();
    for (const session of read.sessions) {
      tell({ ...reached, phase: 'analyzing', current: session.title ?? session.id });
      writer.put(analyzeSession(session, read.files, hub), paths, now);
    }
  } finally {
    connection.close();
  }
  tell({ ...reached, phase: 'done', current: null }, true);
  return { files: read.files.map(describeFile), keys: read.sessions.map(({ key }) => key), servers, hub };
}

/** What is told of a file. */
export function describeFile(account: FileAccount): AnalyzedFile {
  const { index: _index, skipped, skippedCount, orphanResults: _orphans, images: _images, ...rest } = account;
  return { ...rest, skipped: skippedCount, skippedLines: skipped.slice(0, skippedLinesTold) };
}
