import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';

export interface ScratchFolder {
  readonly path: string;
  /** Writes a file at a path below it, with the folders that it stands in. @returns its whole path. */
  write(path: string, content: string | Uint8Array): string;
}

/** A folder of its own for each test of the file that calls this, gone after it. */
export function scratchFolder(): ScratchFolder {
  let path = '';
  beforeEach(() => {
    path = mkdtempSync(join(tmpdir(), 'context-hub-test-'));
  });
  afterEach(() => rmSync(path, { recursive: true, force: true }));
  return {
    get path() {
      return path;
    },
    write(below, content) {
      const whole = join(path, below);
      mkdirSync(dirname(whole), { recursive: true });
      writeFileSync(whole, content);
      return whole;
    },
  };
}
