import type { Job } from '../../contract/sources.ts';
import type { IndexProgress } from '../../core/index-events.ts';

/** What a run of the index came to. */
export type JobOutcome = Pick<Job, 'reports' | 'embedded' | 'pending'>;

/** The newest state of each phase and source, in the order in which they were reached. */
export function withProgress(known: Job['progress'], news: readonly IndexProgress[]): Job['progress'] {
  const merged = [...known];
  for (const progress of news) {
    const at = merged.findIndex((other) => other.phase === progress.phase && other.source === progress.source);
    if (at < 0) merged.push(progress);
    else merged[at] = progress;
  }
  return merged;
}

/** The end of a job by its reports: it failed when each of its sources did. */
export function progressOutcome(outcome: JobOutcome): Partial<Job> {
  const failed = outcome.reports.filter((report) => report.outcome === 'failed');
  if (failed.length === 0 || failed.length < outcome.reports.length) return { ...outcome, state: 'done' };
  const message = failed.map((report) => `${report.name}: ${report.notice ?? 'failed'}`).join('\n');
  return { ...outcome, state: 'failed', error: { code: 'source-unreachable', message } };
}
