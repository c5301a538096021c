import type { ChunkDraft, ContentType } from '../chunk.ts';
import { chunkEntries, commentEntries } from './code.ts';
import { documentEntries } from './documents.ts';
import { withoutRepetition, type DeprecationEntry } from './entry.ts';
import { isReleaseNotes, releaseNoteEntries } from './release-notes.ts';

/** Most entries that one file may have. */
const mostEntries = 5_000;

/** Everything that one file says of what is deprecated, removed or renamed. Depends on the file alone. */
export function fileDeprecations(
  file: { path: string; role: ContentType; language: string; text: string },
  drafts: readonly ChunkDraft[],
): DeprecationEntry[] {
  return withoutRepetition(entriesOf(file, drafts)).slice(0, mostEntries);
}

function entriesOf(
  file: { path: string; role: ContentType; language: string; text: string },
  drafts: readonly ChunkDraft[],
): DeprecationEntry[] {
  if (file.role === 'doc' || file.role === 'readme')
    return isReleaseNotes(file.path) ? releaseNoteEntries(file.path, file.text) : documentEntries(file.text);
  return file.language === 'python' ? chunkEntries(drafts) : commentEntries(file.text, drafts);
}
