import type { Job } from '../../main/contract/sources.ts';
import type { IndexPhase } from '../../main/contract/vocabulary.ts';

type Progress = Job['progress'][number];

export interface JobSummary {
  /** What is done to what, e.g. "Indexing pipecat". */
  title: string;
  /** The phase that runs, in words; empty before the first. */
  phase: string;
  /** 0 to 1; null where the end is not known. */
  fraction: number | null;
  secondsLeft: number | null;
  newest: Progress | null;
}

const phaseTitles: Record<IndexPhase, string> = {
  discover: 'Looking for files',
  chunk: 'Reading files',
  model: 'Fetching the model',
  embed: 'Embedding',
  vectors: 'Updating vectors',
};

const verbs: Record<Job['kind'], string> = {
  index: 'Indexing',
  refresh: 'Refreshing',
  reindex: 'Indexing again',
  remove: 'Removing',
};

export function phaseTitle(phase: IndexPhase): string {
  return phaseTitles[phase];
}

/** One line about a job, for the status bar and lists. */
export function summarizeJob(job: Job): JobSummary {
  const newest = job.progress.at(-1) ?? null;
  const fraction = newest?.total == null || newest.total === 0 ? null : Math.min(1, newest.done / newest.total);
  return {
    title: `${verbs[job.kind]} ${namesOf(job.sources)}`,
    phase: newest === null ? '' : phaseTitle(newest.phase),
    fraction,
    secondsLeft: newest?.secondsLeft ?? null,
    newest,
  };
}

/** The job that runs, else the next one in the queue. */
export function activeJob(jobs: readonly Job[]): Job | null {
  return jobs.find((job) => job.state === 'running') ?? jobs.findLast((job) => job.state === 'queued') ?? null;
}

function namesOf(sources: readonly string[]): string {
  if (sources.length === 0) return 'all sources';
  return sources.length === 1 ? sources[0]! : `${sources.length} sources`;
}
