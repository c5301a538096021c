/** How files end in which agents keep sessions, and in which such files are packed. */
export const transcriptEndings = ['.jsonl', '.ndjson', '.json', '.gz', '.zst', '.zip', '.db', '.sqlite', '.vscdb'] as const;

/** Whether a file could hold a session, by its name. */
export function looksLikeTranscript(name: string): boolean {
  const lower = name.toLowerCase();
  return transcriptEndings.some((ending) => lower.endsWith(ending));
}
