import type { Job } from '../../main/contract/sources.ts';
import { contentTypes } from '../../main/contract/vocabulary.ts';
import { formatDuration, plural } from '../ui/format.ts';

type Report = Job['reports'][number];

/** The job of a source that runs, else the one that waits; null when nothing is done to it. */
export function jobOf(jobs: readonly Job[], source: string): Job | null {
  const concerned = jobs.filter((job) => job.sources.includes(source));
  return concerned.find(({ state }) => state === 'running') ?? concerned.findLast(({ state }) => state === 'queued') ?? null;
}

export function isActive({ state }: Pick<Job, 'state'>): boolean {
  return state === 'running' || state === 'queued';
}

/** What a run did to one source: `12 files changed, 3 removed, 41 skipped, 2 failed`. */
export function reportText({ outcome, files, chunks }: Report): string {
  if (outcome === 'unchanged') return 'nothing has changed';
  const total = contentTypes.reduce((sum, type) => sum + (chunks[type] ?? 0), 0);
  const parts = [
    `${plural(files.changed, 'file')} read`,
    files.removed > 0 ? `${plural(files.removed, 'file')} removed` : '',
    files.skipped > 0 ? `${plural(files.skipped, 'file')} skipped` : '',
    files.failed > 0 ? `${plural(files.failed, 'file')} failed` : '',
    plural(total, 'chunk'),
  ];
  return parts.filter((part) => part !== '').join(', ');
}

/** How long a job took; empty before its end. */
export function jobDuration({ startedAt, endedAt }: Pick<Job, 'startedAt' | 'endedAt'>): string {
  if (startedAt === null || endedAt === null) return '';
  const seconds = (Date.parse(endedAt) - Date.parse(startedAt)) / 1000;
  return Number.isFinite(seconds) ? formatDuration(Math.max(0, seconds)) : '';
}
