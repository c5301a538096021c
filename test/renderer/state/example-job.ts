import type { Job } from '../../../main/contract/sources.ts';

/** A job that has just been queued, but for what is changed. */
export function exampleJob(change: Partial<Job>): Job {
  return {
    id: 'one',
    kind: 'refresh',
    sources: ['docs'],
    state: 'queued',
    queuedAt: '2026-01-01T00:00:00.000Z',
    startedAt: null,
    endedAt: null,
    progress: [],
    reports: [],
    embedded: 0,
    pending: 0,
    error: null,
    ...change,
  };
}
