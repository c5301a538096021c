import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { silentLogger } from '../../main/core/logger.ts';
import { scopeFromText } from '../../main/store/user-data/scope-text.ts';
import { UserData } from '../../main/store/user-data/user-data.ts';
import { runCommand } from '../helpers/command-line.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hub-cases-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('cases prints what was saved, and evaluate takes it', async () => {
  const data = join(folder, 'data');
  expect((await runCommand(['--data-dir', data, 'cases'])).stdout).toContain('No case is saved');
  {
    using userData = UserData.open(join(data, 'user.sqlite'), silentLogger);
    const wanted = [{ source: 'docs', path: 'ending.md' }];
    userData.cases((cases) =>
      cases.save({ query: 'end a call', scope: scopeFromText('{"tool":"docs"}'), wanted, note: 'the page' }),
    );
  }
  const text = await runCommand(['--data-dir', data, 'cases']);
  expect(text.stdout).toMatch(/saved-1 {2}end a call\n.*docs:ending\.md.*\n.*the page/);
  const json = await runCommand(['--data-dir', data, '--json', 'cases']);
  expect(JSON.parse(json.stdout)).toMatchObject([
    { id: 'saved-1', query: 'end a call', tool: 'search_docs', relevant: [{ corpus: 'docs', path: 'ending.md', grade: 2 }] },
  ]);
  const path = join(folder, 'cases.json');
  writeFileSync(path, json.stdout);
  const report = await runCommand(['--data-dir', data, '--json', 'evaluate', '--mode', 'keyword', path], {
    CONTEXT_HUB_MODEL_DOWNLOAD: '0',
    CONTEXT_HUB_MODEL: join(folder, 'no-model'),
  });
  expect([report.code, JSON.parse(report.stdout).overall]).toMatchObject([0, { cases: 1, recall5: 0 }]);
});
