import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ValueShelf } from '../../../main/core/sessions/building/value-shelf.ts';
import { analyze } from '../../../main/core/sessions/analyze.ts';
import { readSessions } from '../../../main/services/sessions/read-sessions.ts';
import { ShelfFile } from '../../../main/services/sessions/shelf-file.ts';
import { hubSession } from '../../helpers/transcript-bytes.ts';

const fixtures = new URL('../../fixtures/transcripts', import.meta.url).pathname;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'context-hub-shelf-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('arguments and results on a shelf', () => {
  it('are those of memory, for every transcript of every agent, and so is what is found', async () => {
    using file = new ShelfFile(folder);
    const inMemory = await readSessions([fixtures]);
    const onShelf = await readSessions([fixtures], { shelf: file.shelf });
    expect(inMemory.sessions.length).toBeGreaterThan(20);
    expect(JSON.parse(JSON.stringify(onShelf))).toEqual(JSON.parse(JSON.stringify(inMemory)));
    expect(analyze(onShelf, { hub: 'context-hub' })).toEqual(analyze(inMemory, { hub: 'context-hub' }));
  });

  it('lie in a file that nobody sees', () => {
    using file = new ShelfFile(folder);
    const number = file.shelf.put({ text: 'x'.repeat(1_000_000) });
    expect(file.shelf.take(number)).toEqual({ text: 'x'.repeat(1_000_000) });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('cannot lie where nothing can be written, and that is said', () => {
    const path = join(folder, 'a file');
    writeFileSync(path, '');
    expect(() => new ShelfFile(path)).toThrow(expect.objectContaining({ code: 'usage', message: expect.stringContaining(path) }));
  });

  it('end the reading where the disk is full, and do not count as damage of a transcript', async () => {
    mkdirSync(join(folder, 'in'));
    const session = hubSession();
    for (let number = 0; number < 200; number += 1) session.call(`c${number}`, 'Bash', { command: 'x'.repeat(1_500) });
    writeFileSync(join(folder, 'in', 'session.jsonl'), session.text());
    using file = new ShelfFile(folder);
    file.append = () => {
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    };
    const failing = new ValueShelf({ append: (bytes) => file.append(bytes), read: (start, into) => file.read(start, into) });
    await expect(readSessions([folder], { shelf: failing })).rejects.toMatchObject({ code: 'disk-full' });
  });
});
