import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TraceAnswer } from '../../../main/services/graph/trace-calls.ts';
import { runCommand, type CommandResult } from '../../helpers/command-line.ts';
import { realModel } from '../../helpers/real-model.ts';

let folder: string;
let model: string;
const hub = (...rest: string[]): Promise<CommandResult> =>
  runCommand(['--data-dir', join(folder, 'data'), ...rest], { CONTEXT_HUB_MODEL: model });

beforeAll(async () => {
  model = (await realModel()).path;
  folder = mkdtempSync(join(tmpdir(), 'hub-trace-'));
  mkdirSync(join(folder, 'kit', 'src', 'kit'), { recursive: true });
  writeFileSync(
    join(folder, 'kit', 'src', 'kit', 'one.py'),
    'class End:\n    """The end."""\n\n\nclass One:\n    """One."""\n\n    def run(self):\n        """Runs."""\n        yield End()\n        self.stop()\n        self.log.info()\n\n    def stop(self):\n        """Stops."""\n        return 1\n',
  );
  const result = await hub('index', join(folder, 'kit'), '--json');
  if (result.code !== 0) throw new Error(`indexing the sample failed: ${result.stderr}`);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('trace', () => {
  it('prints what is called as a tree, and what could not be resolved', async () => {
    const result = await hub('trace', 'One.run');
    expect(result).toMatchObject({ code: 0, stderr: '' });
    expect(result.stdout).toBe(
      'One.run  kit:src/kit/one.py:8-12\n  ⇢ End  kit:src/kit/one.py:1-2, End in line 10\n  → One.stop  kit:src/kit/one.py:14-16, self.stop in line 11\nNot resolved: self.log.info\n',
    );
  });

  it('prints one JSON value', async () => {
    const result = await hub('trace', 'stop', '--direction', 'callers', '--json');
    const answer = JSON.parse(result.stdout) as TraceAnswer;
    expect(answer).toMatchObject({ symbol: 'stop', direction: 'callers', depth: 2, cut: false });
    expect(answer.steps.map(({ place, confidence }) => [place.symbol, confidence])).toEqual([['One.run', 'certain']]);
    expect((await hub('trace', '--yields', 'End')).stdout).toContain('One.run');
  });

  it.each([
    [['trace'], 2, 'Say which symbol'],
    [['trace', 'One', '--depth', '9'], 2, 'from 1 to 8'],
    [['trace', 'One', '--direction', 'up'], 2, 'callers'],
    [['trace', 'Nobody'], 1, 'No class, function or method'],
  ])('refuses %j', async (words, code, message) => {
    const result = await hub(...words);
    expect(result.code).toBe(code);
    expect(result.stderr).toContain(message);
  });
});
