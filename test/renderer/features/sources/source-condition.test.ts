import { describe, expect, it } from 'vitest';
import type { Job, SourceDescription } from '../../../../main/contract/sources.ts';
import { conditionOf } from '../../../../renderer/features/sources/source-condition.ts';
import { specificationOf } from '../../../../renderer/features/sources/specification-of.ts';

function source(change: Partial<SourceDescription> = {}): SourceDescription {
  return {
    name: 'docs',
    kind: 'git',
    location: 'https://example.com/docs',
    ref: null,
    rules: [],
    siteUrl: null,
    repo: 'docs',
    state: 'complete',
    pendingTexts: 0,
    commit: null,
    files: 3,
    skipped: 0,
    failed: 0,
    textBytes: 100,
    chunks: { doc: 3, code: 0, source: 0, readme: 0 },
    lastCheckedAt: null,
    lastChangedAt: null,
    lastError: null,
    notice: null,
    ...change,
  };
}

function running(progress: Job['progress'], sources = ['docs', 'code']): Job {
  return {
    id: 'one',
    kind: 'refresh',
    sources,
    state: 'running',
    queuedAt: '2026-01-01T00:00:00.000Z',
    startedAt: '2026-01-01T00:00:00.000Z',
    endedAt: null,
    progress,
    reports: [],
    embedded: 0,
    pending: 0,
    error: null,
  };
}

const reading = (name: string | null): Job['progress'][number] => ({
  phase: 'chunk',
  source: name,
  done: 1,
  total: 4,
  unit: 'files',
  rate: 2,
  secondsLeft: 90,
});

describe('a source that rests', () => {
  it.each([
    [{}, 'success', 'Indexed', null],
    [{ state: 'new' }, 'neutral', 'Not indexed yet', /Refresh/],
    [{ state: 'failed', lastError: 'no such host' }, 'danger', 'Failed', /no such host/],
    [{ state: 'partial' }, 'warning', 'Incomplete', /cut short/],
    [{ state: 'partial', pendingTexts: 2 }, 'warning', 'Incomplete', /2 texts wait/],
    [{ pendingTexts: 1 }, 'warning', 'Words only', /1 text wait/],
    [{ failed: 2 }, 'warning', 'Indexed in part', /2 files failed/],
  ] as const)('%j is %s: %s', (change, tone, title, detail) => {
    const condition = conditionOf(source(change), []);
    expect(condition).toMatchObject({ tone, title, isRunning: false });
    if (detail === null) expect(condition.detail).toBeNull();
    else expect(condition.detail).toMatch(detail);
  });
});

describe('a source that is worked on', () => {
  it('shows its own progress', () => {
    expect(conditionOf(source(), [running([reading('docs')])])).toMatchObject({
      title: 'Reading files',
      detail: '1 of 4 files · 2.0 files/s · 2 min left',
      brief: '2 min left',
      isRunning: true,
      fraction: 0.25,
    });
  });

  it('shows what serves all sources', () => {
    expect(conditionOf(source(), [running([reading(null)])]).isRunning).toBe(true);
  });

  it('waits while another source of the job is read, and says when it was read itself', () => {
    expect(conditionOf(source(), [running([reading('code')])])).toMatchObject({ title: 'Waiting', isRunning: false });
    expect(conditionOf(source(), [running([reading('docs'), reading('code')])])).toMatchObject({
      title: 'Read',
      isRunning: false,
    });
  });

  it('is removed, or starts, or waits for its turn', () => {
    expect(conditionOf(source(), [{ ...running([]), kind: 'remove' }]).title).toBe('Removing');
    expect(conditionOf(source(), [running([])]).title).toBe('Starting');
    expect(conditionOf(source(), [{ ...running([]), state: 'queued' }]).title).toBe('Waiting');
  });
});

it('a source is given back as it was added', () => {
  expect(specificationOf(source())).toEqual({ name: 'docs', kind: 'git', location: 'https://example.com/docs' });
  const rules = [{ glob: 'a/**', role: 'skip' as const }];
  expect(specificationOf(source({ ref: 'v1', rules, siteUrl: 'https://a.example' }))).toMatchObject({
    ref: 'v1',
    rules,
    siteUrl: 'https://a.example',
  });
});
