import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testHub, type TestHub } from '../../helpers/corpus.ts';

const page = '# Turns\n\nWho speaks next.\n\n## Silence\n\nHow long a pause is.\n';
const code = 'def take_turn(frame):\n    """Take it."""\n    first = frame\n    return first\n';

let folder: string;
let hub: TestHub;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hub-returns-'));
  hub = testHub(':memory:', join(folder, 'data'));
});
afterEach(() => {
  hub.connection.close();
  rmSync(folder, { recursive: true, force: true });
});

const chunks = (): unknown =>
  hub.connection
    .prepare(
      `SELECT symbol, chunk_type, start_line, end_line, heading_trail, content FROM chunks JOIN chunk_texts USING (id) ORDER BY content`,
    )
    .all();

async function indexed(kind: 'folder' | 'llms', lineEnd: string): Promise<unknown> {
  const root = join(folder, kind);
  mkdirSync(root, { recursive: true });
  const of = (text: string): string => text.replaceAll('\n', lineEnd);
  if (kind === 'llms') writeFileSync(join(root, 'llms-full.txt'), of(`${page}\n# Second\n\nAnother page.\n`));
  else {
    writeFileSync(join(root, 'page.md'), of(page));
    writeFileSync(join(root, 'turns.py'), of(code));
  }
  const location = kind === 'llms' ? join(root, 'llms-full.txt') : root;
  await hub.index([{ name: 'corpus', kind, location }]);
  return chunks();
}

describe('files whose lines end with a carriage return alone', () => {
  it.each(['folder', 'llms'] as const)('become the same chunks as with newlines, from a %s', async (kind) => {
    const withReturns = await indexed(kind, '\r');
    expect(JSON.stringify(withReturns)).toContain(kind === 'llms' ? 'Another page.' : 'take_turn');
    expect(await indexed(kind, '\n')).toEqual(withReturns);
  });
});
