import { describe, expect, it } from 'vitest';
import type { Job } from '../../../main/contract/sources.ts';
import { paceText, progressLines } from '../../../renderer/state/progress-lines.ts';

type Progress = Job['progress'][number];

function progress(change: Partial<Progress>): Progress {
  return { phase: 'chunk', source: 'docs', done: 10, total: 40, unit: 'files', rate: 4, secondsLeft: 8, ...change };
}

const discovered = progress({ phase: 'discover', done: 40, total: 40, rate: 0, secondsLeft: null });

describe('phases of a job', () => {
  it('marks the newest as running, the ones before as done', () => {
    const lines = progressLines({ state: 'running', progress: [discovered, progress({})] });
    expect(lines.map(({ title, state }) => [title, state])).toEqual([
      ['Looking for files', 'done'],
      ['Reading files', 'running'],
    ]);
  });

  it('says counts, rate and time left of what runs', () => {
    const [line] = progressLines({ state: 'running', progress: [progress({})] });
    expect(line).toMatchObject({ counts: '10 of 40 files', fraction: 0.25 });
    expect(paceText(line!)).toBe('4.0 files/s · 8 s left');
  });

  it('knows no share where the end is unknown', () => {
    const [line] = progressLines({ state: 'running', progress: [progress({ total: null, rate: 0, secondsLeft: null })] });
    expect(line).toMatchObject({ counts: '10 files', fraction: null });
    expect(paceText(line!)).toBe('');
  });

  it('stops where a job was cancelled half-way, and tells no time left', () => {
    const [line] = progressLines({ state: 'cancelled', progress: [progress({})] });
    expect(line).toMatchObject({ state: 'stopped', rate: '', secondsLeft: null });
  });

  it('leaves out what concerns other sources, and keeps what serves all', () => {
    const lines = progressLines(
      { state: 'running', progress: [progress({ source: 'code' }), progress({}), progress({ phase: 'embed', source: null })] },
      'docs',
    );
    expect(lines.map(({ key }) => key)).toEqual(['chunk docs', 'embed ']);
  });

  it('writes bytes as sizes and one thing as one', () => {
    const [model, file] = progressLines({
      state: 'running',
      progress: [
        progress({ phase: 'model', unit: 'bytes', done: 1_200_000, total: 23_000_000 }),
        progress({ done: 1, total: 1 }),
      ],
    });
    expect(model!.counts).toBe('1.2 MB of 23 MB');
    expect(file!.counts).toBe('1 file');
  });
});
