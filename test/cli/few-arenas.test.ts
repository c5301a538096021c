import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCommand } from '../helpers/command-line.ts';

let folder: string;
let program: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hub-arenas-'));
  program = join(folder, 'program.ts');
  const module = new URL('../../main/cli/few-arenas.ts', import.meta.url).href;
  writeFileSync(
    program,
    `import { takeFewArenas } from '${module}';
takeFewArenas();
process.stdout.write(JSON.stringify({ pid: process.pid, arenas: process.env['MALLOC_ARENA_MAX'] ?? null, words: process.argv.slice(2) }));
process.exitCode = 3;`,
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function run(environment: Record<string, string>) {
  const command = startCommand(['one', 'two words', '--flag=ü'], environment, program);
  const { code, stdout, stderr } = await command.ended;
  return { ...JSON.parse(stdout), isSameProcess: JSON.parse(stdout).pid === command.child.pid, code, stderr };
}

describe('a process that takes few pools of memory', () => {
  it('is the same process with the same words, and says nothing of it', async () => {
    expect(await run({})).toMatchObject({
      arenas: process.platform === 'linux' ? '2' : null,
      words: ['one', 'two words', '--flag=ü'],
      isSameProcess: true,
      code: 3,
      stderr: '',
    });
  });

  it('leaves alone what the user has said', async () => {
    expect(await run({ MALLOC_ARENA_MAX: '5' })).toMatchObject({ arenas: '5', isSameProcess: true, code: 3 });
  });
});
