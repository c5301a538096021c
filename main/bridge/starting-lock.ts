import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';

/** A hub that takes longer than this to start is not waited for. Unit: milliseconds. */
const longestStartMs = 90_000;

/** The turn to start the hub of a data directory: a file made with `wx` that names the process it stands for. */
export interface StartingLock {
  /** The turn goes on as long as this process lives, whatever becomes of the one that took it. */
  handTo(processId: number): void;
  release(): void;
}

/** Takes the turn; null while somebody else has it. One whose process is no more, or that lasts too long, is taken over. */
export function takeStartingLock(path: string): StartingLock | null {
  for (const last of [false, true]) {
    try {
      writeFileSync(path, `${process.pid}\n`, { flag: 'wx', mode: 0o600 });
      return heldLock(path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      if (last || !moveAwayLeftOver(path)) return null;
    }
  }
  return null;
}

function heldLock(path: string): StartingLock {
  let owner = process.pid;
  let held = true;
  return {
    handTo: (processId) => {
      if (!held) return;
      owner = processId;
      writeFileSync(path, `${owner}\n`, { mode: 0o600 });
    },
    release: () => {
      // Whoever took it over in the meantime keeps it.
      if (held && ownerOf(path) === owner) rmSync(path, { force: true });
      held = false;
    },
  };
}

/** Of several that find the same file left over one moves it away; what another made in its place meanwhile is put back. */
function moveAwayLeftOver(path: string): boolean {
  const owner = ownerOf(path);
  if (!isLeftOver(path, owner)) return false;
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
    const isSame = ownerOf(aside) === owner;
    if (!isSame) linkSync(aside, path);
    return isSame;
  } catch {
    return false;
  } finally {
    rmSync(aside, { force: true });
  }
}

function ownerOf(path: string): number {
  try {
    return Number(readFileSync(path, 'utf8'));
  } catch {
    return Number.NaN;
  }
}

function isLeftOver(path: string, owner: number): boolean {
  try {
    if (Date.now() - statSync(path).mtimeMs > longestStartMs) return true;
    if (!Number.isInteger(owner) || owner <= 0) return false;
    process.kill(owner, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
