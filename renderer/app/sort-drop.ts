import { looksLikeTranscript } from '../parts/transcript-files.ts';
import type { DesktopBridge } from '../rpc-client/desktop-bridge.ts';
import type { AddRequest } from '../state/add-request.ts';
import { readDrop, type DroppedData } from './read-drop.ts';

/** What a drop is for: sources to add, and transcripts to read. */
export interface SortedDrop {
  sources: AddRequest | null;
  transcripts: { paths: string[]; unplaced: string[] } | null;
}

/**
 * Files that may hold sessions of agents go to the sessions, everything else to the sources. Where the sessions are shown, folders and
 * files go there all the same: agents keep their sessions in folders.
 */
export function sortDrop(
  data: DroppedData,
  bridge: Pick<DesktopBridge, 'pathForFile'> | null,
  showsSessions: boolean,
): SortedDrop {
  const files = Array.from(data.files);
  const isForSessions = (file: File, index: number): boolean =>
    showsSessions || (looksLikeTranscript(file.name) && data.items?.[index]?.webkitGetAsEntry?.()?.isDirectory !== true);
  const transcripts = files.filter(isForSessions);
  const rest = files.filter((file, index) => !isForSessions(file, index));
  return {
    sources:
      transcripts.length > 0 && rest.length === 0 ? null : readDrop({ files: rest, getData: (as) => data.getData(as) }, bridge),
    transcripts: transcripts.length === 0 ? null : placesOf(transcripts, bridge),
  };
}

function placesOf(
  files: readonly File[],
  bridge: Pick<DesktopBridge, 'pathForFile'> | null,
): NonNullable<SortedDrop['transcripts']> {
  const placed = files.map((file) => ({ name: file.name, path: bridge?.pathForFile(file) ?? '' }));
  return {
    paths: placed.flatMap(({ path }) => (path === '' ? [] : [path])),
    unplaced: placed.flatMap(({ name, path }) => (path === '' ? [name] : [])),
  };
}
