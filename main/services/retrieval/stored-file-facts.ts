import { fillPermalink } from '../../core/discovery/permalink.ts';
import type { StoredFile } from '../../store/file-lookup.ts';

/** Address of lines of a file: its page on the site, else the lines at its commit; null where neither is known. */
export function addressOf(file: StoredFile, start: number, end: number): string | null {
  return file.pageUrl ?? (file.permalink === null ? null : fillPermalink(file.permalink, file.path, start, end));
}

/** Only these have headings: a comment of a program may look like one. */
export function hasHeadings(file: StoredFile): boolean {
  return file.role === 'doc' || file.role === 'readme';
}
