import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { takeStartingLock } from '../../../main/bridge/starting-lock.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hub-turn-'));
  path = join(folder, 'starting.lock');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Id of a process that has ended. */
const gone = (): number => spawnSync(process.execPath, ['-e', '']).pid;

it('is held by one at a time', () => {
  const lock = takeStartingLock(path);
  expect(lock).not.toBeNull();
  expect(takeStartingLock(path)).toBeNull();
  lock!.release();
  expect(existsSync(path)).toBe(false);
  expect(takeStartingLock(path)).not.toBeNull();
});

it('of a bridge that ended without its hub is taken over, and leaves nothing aside', () => {
  writeFileSync(path, `${gone()}\n`);
  expect(takeStartingLock(path)).not.toBeNull();
  expect(readdirSync(folder)).toEqual(['starting.lock']);
});

it('stands for the hub once that runs: the end of the bridge does not give the turn away', () => {
  const lock = takeStartingLock(path)!;
  lock.handTo(process.ppid);
  expect(readFileSync(path, 'utf8')).toBe(`${process.ppid}\n`);
  expect(takeStartingLock(path)).toBeNull();
  lock.handTo(gone());
  expect(takeStartingLock(path)).not.toBeNull();
});

it('that another took over stays when the first lets go', () => {
  const first = takeStartingLock(path)!;
  first.handTo(gone());
  const second = takeStartingLock(path);
  expect(second).not.toBeNull();
  first.release();
  expect(takeStartingLock(path)).toBeNull();
});

it('lasts not for ever, even where its number is another process by now', () => {
  writeFileSync(path, `${process.ppid}\n`);
  utimesSync(path, 1, 1);
  expect(takeStartingLock(path)).not.toBeNull();
});
