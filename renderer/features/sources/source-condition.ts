import type { Job, SourceDescription } from '../../../main/contract/sources.ts';
import { jobOf } from '../../state/job-report.ts';
import { phaseTitle } from '../../state/job-summary.ts';
import { paceText, progressLines } from '../../state/progress-lines.ts';
import { formatDuration, plural } from '../../ui/format.ts';

/** How a source stands, in a word or two. */
export interface SourceCondition {
  tone: 'neutral' | 'success' | 'warning' | 'danger';
  title: string;
  /** Why, or what to do; null where the title says it all. */
  detail: string | null;
  /** The same where there is little room. */
  brief: string | null;
  /** The job that concerns it now. */
  job: Job | null;
  /** Whether that job works on this very source. */
  isRunning: boolean;
  /** 0 to 1, of the phase that runs; null where the end is not known or nothing runs. */
  fraction: number | null;
}

/** How a source stands: what is being done to it, else what came of the last run. */
export function conditionOf(source: SourceDescription, jobs: readonly Job[]): SourceCondition {
  const job = jobOf(jobs, source.name);
  if (job !== null) return workingCondition(source, job);
  const resting = restingCondition(source);
  return { ...resting, brief: resting.detail, job, isRunning: false, fraction: null };
}

function workingCondition(source: SourceDescription, job: Job): SourceCondition {
  const base = { tone: 'neutral', brief: null, job, isRunning: false, fraction: null } as const;
  if (job.state === 'queued') return { ...base, title: 'Waiting', detail: 'Its turn comes after the jobs before it' };
  if (job.kind === 'remove') return { ...base, title: 'Removing', detail: null, isRunning: true };
  const newest = job.progress.at(-1);
  if (newest === undefined) return { ...base, title: 'Starting', detail: null, isRunning: job.sources.length === 1 };
  if (newest.source !== null && newest.source !== source.name) {
    const wasReached = job.progress.some((progress) => progress.source === source.name);
    return { ...base, title: wasReached ? 'Read' : 'Waiting', detail: `${phaseTitle(newest.phase)}: ${newest.source}` };
  }
  const line = progressLines(job).at(-1)!;
  const detail = [line.counts, paceText(line)].filter((part) => part !== '').join(' · ');
  const brief = line.secondsLeft === null ? line.counts : `${formatDuration(line.secondsLeft)} left`;
  return { ...base, title: line.title, detail, brief, isRunning: true, fraction: line.fraction };
}

type Resting = Pick<SourceCondition, 'tone' | 'title' | 'detail'>;

function restingCondition(source: SourceDescription): Resting {
  const waiting = source.pendingTexts > 0 ? `${plural(source.pendingTexts, 'text')} wait for the model` : null;
  switch (source.state) {
    case 'new':
      return { tone: 'neutral', title: 'Not indexed yet', detail: 'Refresh it to index it' };
    case 'failed':
      return { tone: 'danger', title: 'Failed', detail: source.lastError };
    case 'partial':
      return {
        tone: 'warning',
        title: 'Incomplete',
        detail: source.lastError ?? waiting ?? 'A run was cut short; refresh it to go on',
      };
    case 'complete':
      if (waiting !== null) return { tone: 'warning', title: 'Words only', detail: waiting };
      if (source.failed > 0)
        return { tone: 'warning', title: 'Indexed in part', detail: `${plural(source.failed, 'file')} failed` };
      return { tone: 'success', title: 'Indexed', detail: null };
  }
}
