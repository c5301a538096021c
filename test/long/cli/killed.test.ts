import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { silentLogger } from '../../../main/core/logger.ts';
import { openDatabase } from '../../../main/store/database.ts';
import { runCommand, startCommand } from '../../helpers/command-line.ts';
import { dumpIndex } from '../../helpers/corpus.ts';
import { realModel } from '../../helpers/real-model.ts';

let folder: string;
let corpus: string;
let model: string;

beforeAll(async () => {
  model = (await realModel()).path;
  folder = mkdtempSync(join(tmpdir(), 'hub-killed-'));
  corpus = join(folder, 'voicekit');
  mkdirSync(join(corpus, 'src', 'pkg'), { recursive: true });
  writeFileSync(join(corpus, 'src', 'pkg', '__init__.py'), '"""Package."""\n');
  for (let number = 0; number < 120; number += 1) {
    writeFileSync(
      join(corpus, 'src', 'pkg', `part${number}.py`),
      `"""Part ${number}."""\n\n\nclass Part${number}:\n    """Does number ${number}."""\n\n    def run(self):\n        """Run ${number}."""\n        value = self.compute(${number})\n        return value\n`,
    );
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function dump(data: string): Record<string, unknown[]> {
  const connection = openDatabase(join(data, 'index.sqlite'), { readonly: true, logger: silentLogger });
  try {
    return dumpIndex(connection);
  } finally {
    connection.close();
  }
}

it.each([
  ['while files are read', 'looking'],
  ['while texts are embedded', 'reading'],
])('killed -9 %s, a refresh gives the index that a clean run gives', async (_when, mark) => {
  const environment = { CONTEXT_HUB_MODEL: model };
  const data = join(folder, `killed-${mark}`);
  const clean = join(folder, `clean-${mark}`);
  const running = startCommand(['--data-dir', data, 'index', corpus], environment);
  await running.untilStderr(mark);
  running.child.kill('SIGKILL');
  expect((await running.ended).code).toBeNull();
  const refreshed = await runCommand(['--data-dir', data, 'refresh', '--json'], environment);
  expect(refreshed.code, refreshed.stderr).toBe(0);
  const fresh = await runCommand(['--data-dir', clean, 'index', corpus, '--json'], environment);
  expect(fresh.code, fresh.stderr).toBe(0);
  expect(dump(data)).toEqual(dump(clean));
  const doctor = JSON.parse((await runCommand(['--data-dir', data, 'doctor', '--json'], environment)).stdout) as {
    findings: { outcome: string }[];
  };
  expect(doctor.findings.filter((finding) => finding.outcome !== 'ok')).toEqual([]);
});
