import { describe, expect, it } from 'vitest';
import { readDrop, type DroppedData } from '../../../renderer/app/read-drop.ts';
import { secondsUntil } from '../../../renderer/app/seconds-until.ts';

function drop(names: string[], addresses = ''): DroppedData {
  return { files: names.map((name) => new File([], name)), getData: (format) => (format === 'text/uri-list' ? addresses : '') };
}
const desktop = { pathForFile: (file: File) => (file.name === 'from-an-archive' ? '' : `/projects/${file.name}`) };

describe('a drop', () => {
  it('gives paths in the desktop app', () => {
    expect(readDrop(drop(['pipecat', 'docs']), desktop)).toEqual({
      kind: 'places',
      places: ['/projects/pipecat', '/projects/docs'],
    });
  });

  it('gives names alone where places are not told', () => {
    expect(readDrop(drop(['pipecat']), null)).toEqual({ kind: 'unknown-place', names: ['pipecat'] });
    expect(readDrop(drop(['from-an-archive']), desktop)).toEqual({ kind: 'unknown-place', names: ['from-an-archive'] });
  });

  it('gives addresses of repositories and pages, and of nothing else', () => {
    expect(readDrop(drop([], '# a comment\r\nhttps://github.com/a/b\r\njavascript:alert(1)\nfile:///etc/passwd'), null)).toEqual({
      kind: 'places',
      places: ['https://github.com/a/b'],
    });
    expect(readDrop(drop([], 'javascript:alert(1)'), null)).toBeNull();
  });
});

describe('a countdown', () => {
  it('ends at 0 and is not there before', () => {
    expect([4001, 1000, 1, 0, -5000].map((left) => secondsUntil(10_000 + left, 10_000))).toEqual([5, 1, 1, 0, 0]);
  });
});
