import { describe, expect, it } from 'vitest';
import type { DroppedData } from '../../../renderer/app/read-drop.ts';
import { sortDrop } from '../../../renderer/app/sort-drop.ts';

const desktop = { pathForFile: (file: File) => `/here/${file.name}` };

function drop(names: string[], folders: string[] = [], addresses = ''): DroppedData {
  return {
    files: names.map((name) => new File([], name)),
    items: names.map((name) => ({
      webkitGetAsEntry: () => ({ isDirectory: folders.includes(name) }) as FileSystemEntry,
    })),
    getData: (format) => (format === 'text/uri-list' ? addresses : ''),
  };
}

describe('a drop', () => {
  it('of session files goes to the sessions wherever it falls, the rest to the sources', () => {
    expect(sortDrop(drop(['a.JSONL', 'pipecat', 'b.zst'], ['pipecat']), desktop, false)).toEqual({
      sources: { kind: 'places', places: ['/here/pipecat'] },
      transcripts: { paths: ['/here/a.JSONL', '/here/b.zst'], unplaced: [] },
    });
    expect(sortDrop(drop(['a.jsonl']), desktop, false).sources).toBeNull();
  });

  it('of a folder that is called like a file is still a folder', () => {
    expect(sortDrop(drop(['next.json'], ['next.json']), desktop, false)).toEqual({
      sources: { kind: 'places', places: ['/here/next.json'] },
      transcripts: null,
    });
  });

  it('of anything is read as transcripts where the sessions are shown; addresses never are', () => {
    expect(sortDrop(drop(['projects', 'notes'], ['projects']), desktop, true)).toEqual({
      sources: null,
      transcripts: { paths: ['/here/projects', '/here/notes'], unplaced: [] },
    });
    expect(sortDrop(drop([], [], 'https://github.com/a/b'), desktop, true)).toEqual({
      sources: { kind: 'places', places: ['https://github.com/a/b'] },
      transcripts: null,
    });
  });

  it('says names where a browser does not tell places', () => {
    expect(sortDrop(drop(['a.jsonl', 'pipecat'], ['pipecat']), null, false)).toEqual({
      sources: { kind: 'unknown-place', names: ['pipecat'] },
      transcripts: { paths: [], unplaced: ['a.jsonl'] },
    });
  });
});
