import type { Job } from '../../main/contract/sources.ts';
import { formatBytes, formatDuration, formatNumber } from '../ui/format.ts';
import { phaseTitle } from './job-summary.ts';

type Progress = Job['progress'][number];

/** One phase of a job, in words. */
export interface ProgressLine {
  key: string;
  title: string;
  /** Null where the phase serves all sources at once. */
  source: string | null;
  /** waiting: it was reached and left again for another source, or the job ended in it. */
  state: 'running' | 'done' | 'stopped';
  /** 0 to 1; null where the end is not known. */
  fraction: number | null;
  /** `1,204 of 2,908 files`. */
  counts: string;
  /** `45 files/s`; empty before the first. */
  rate: string;
  secondsLeft: number | null;
}

/** The phases of a job in the order in which they were reached; of one source where it is named. */
export function progressLines(job: Pick<Job, 'state' | 'progress'>, source: string | null = null): ProgressLine[] {
  const newest = job.progress.at(-1);
  return job.progress
    .filter((progress) => source === null || progress.source === null || progress.source === source)
    .map((progress) => lineOf(progress, stateOf(progress, progress === newest, job.state)));
}

function stateOf(progress: Progress, isNewest: boolean, job: Job['state']): ProgressLine['state'] {
  const isWhole = progress.total !== null && progress.done >= progress.total;
  if (!isNewest || job === 'done') return 'done';
  if (job === 'running') return 'running';
  return isWhole ? 'done' : 'stopped';
}

function lineOf(progress: Progress, state: ProgressLine['state']): ProgressLine {
  const { phase, source, done, total, unit, rate, secondsLeft } = progress;
  const isRunning = state === 'running';
  return {
    key: `${phase} ${source ?? ''}`,
    title: phaseTitle(phase),
    source,
    state,
    fraction: total === null || total === 0 ? (isRunning ? null : 1) : Math.min(1, done / total),
    counts: countsText(done, total, unit),
    rate: isRunning && rate > 0 ? `${amount(rate, unit)}/s` : '',
    secondsLeft: isRunning ? secondsLeft : null,
  };
}

function countsText(done: number, total: number | null, unit: Progress['unit']): string {
  if (unit === 'bytes') return total === null ? formatBytes(done) : `${formatBytes(done)} of ${formatBytes(total)}`;
  const one = unit.slice(0, -1);
  if (total === null || total === done) return `${formatNumber(done)} ${done === 1 ? one : unit}`;
  return `${formatNumber(done)} of ${formatNumber(total)} ${unit}`;
}

function amount(rate: number, unit: Progress['unit']): string {
  if (unit === 'bytes') return formatBytes(rate);
  return `${rate < 10 ? rate.toFixed(1) : formatNumber(rate)} ${unit}`;
}

/** `45 files/s · 3 min left`, of what is known. */
export function paceText({ rate, secondsLeft }: Pick<ProgressLine, 'rate' | 'secondsLeft'>): string {
  return [rate, secondsLeft === null ? '' : `${formatDuration(secondsLeft)} left`].filter((part) => part !== '').join(' · ');
}
