import { describe, expect, it } from 'vitest';
import { firstQueries } from '../../../renderer/state/first-queries.ts';
import { jobDuration, jobOf, reportText } from '../../../renderer/state/job-report.ts';
import { exampleJob } from './example-job.ts';

describe('the job of a source', () => {
  it('is the one that runs before those that wait, and of these the next', () => {
    const later = exampleJob({ id: 'later' });
    const next = exampleJob({ id: 'next' });
    const running = exampleJob({ id: 'running', state: 'running' });
    // Newest first.
    expect(jobOf([later, next], 'docs')?.id).toBe('next');
    expect(jobOf([later, next, running], 'docs')?.id).toBe('running');
  });

  it('is none where the jobs have ended or are of other sources', () => {
    expect(jobOf([exampleJob({ state: 'done' }), exampleJob({ sources: ['code'] })], 'docs')).toBeNull();
  });
});

describe('a report', () => {
  const report = {
    name: 'docs',
    notice: null,
    files: { indexed: 10, changed: 1, removed: 0, skipped: 3, failed: 2 },
    chunks: { doc: 1200, code: 5, source: 0, readme: 0 },
  } as const;

  it('says what there is and leaves out what there is not', () => {
    expect(reportText({ ...report, outcome: 'partial' })).toBe('1 file read, 3 files skipped, 2 files failed, 1,205 chunks');
  });

  it('is short where nothing has changed', () => {
    expect(reportText({ ...report, outcome: 'unchanged' })).toBe('nothing has changed');
  });
});

describe('how long a job took', () => {
  it('is known at its end', () => {
    const startedAt = '2026-01-01T00:00:00.000Z';
    expect(jobDuration(exampleJob({ startedAt, endedAt: '2026-01-01T00:02:00.000Z' }))).toBe('2 min');
    expect(jobDuration(exampleJob({ startedAt }))).toBe('');
  });
});

describe('first queries', () => {
  it('follow what is indexed, and there is always one', () => {
    expect(firstQueries(['T', 'PipelineTask'], { doc: 3, code: 2 })).toEqual([
      'PipelineTask',
      'how to get started',
      'a minimal example',
    ]);
    expect(firstQueries([], {})).toHaveLength(1);
  });
});
