import { describe, expect, it } from 'vitest';
import type { Job } from '../../../main/contract/sources.ts';
import { activeJob, summarizeJob } from '../../../renderer/state/job-summary.ts';
import { exampleJob } from './example-job.ts';

function job(changes: Partial<Job>): Job {
  return exampleJob({ id: 'a', kind: 'index', sources: ['pipecat'], state: 'running', ...changes });
}
const embedding = { phase: 'embed', source: null, done: 25, total: 100, unit: 'chunks', rate: 5, secondsLeft: 15 } as const;

describe('the summary of a job', () => {
  it('tells of its newest phase', () => {
    const discovering = { ...embedding, phase: 'discover' as const, total: null };
    expect(summarizeJob(job({ progress: [discovering, embedding] }))).toEqual({
      title: 'Indexing pipecat',
      phase: 'Embedding',
      fraction: 0.25,
      secondsLeft: 15,
      newest: embedding,
    });
    expect(summarizeJob(job({ progress: [discovering] })).fraction).toBeNull();
  });

  it('knows no share of nothing, and never more than all', () => {
    expect(summarizeJob(job({ progress: [{ ...embedding, done: 0, total: 0 }] })).fraction).toBeNull();
    expect(summarizeJob(job({ progress: [{ ...embedding, done: 101 }] })).fraction).toBe(1);
    expect(summarizeJob(job({ kind: 'refresh', sources: [] }))).toMatchObject({
      title: 'Refreshing all sources',
      phase: '',
      fraction: null,
    });
    expect(summarizeJob(job({ sources: ['a', 'b'] })).title).toBe('Indexing 2 sources');
  });
});

describe('the job to show', () => {
  it('is the running one, else the one that has waited longest', () => {
    const queued = job({ id: 'new', state: 'queued' });
    const older = job({ id: 'old', state: 'queued' });
    const done = job({ id: 'done', state: 'done' });
    expect(activeJob([queued, job({ id: 'now' }), done])?.id).toBe('now');
    expect(activeJob([queued, older, done])?.id).toBe('old');
    expect(activeJob([done])).toBeNull();
  });
});
