import type { AnalyzeProgress } from '../../../../main/contract/sessions.ts';

/** Before that much is read the pace says little. Unit: bytes. */
const leastBytes = 256 * 1024;

/** How long reading goes on at the pace so far; null while nobody can tell. */
export function secondsLeft(progress: AnalyzeProgress | null, elapsedMs: number): number | null {
  if (progress?.phase !== 'reading' || elapsedMs <= 0) return null;
  const { bytes, bytesDone } = progress;
  if (bytesDone < leastBytes || bytes <= bytesDone) return null;
  return ((bytes - bytesDone) / bytesDone) * (elapsedMs / 1000);
}

/** 0 to 1; null while the end is not known. */
export function fractionRead(progress: AnalyzeProgress | null): number | null {
  if (progress === null || progress.phase === 'looking') return null;
  if (progress.phase !== 'reading') return 1;
  if (progress.bytes > 0) return Math.min(1, progress.bytesDone / progress.bytes);
  return progress.files === 0 ? null : Math.min(1, progress.filesDone / progress.files);
}
