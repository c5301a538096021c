import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { MadeTranscript, noHits } from '../../helpers/made-transcript.ts';
import { openTestService } from '../../helpers/service.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'hub-fell-back-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('a question that was left for file reads needs attention in the source that has the answer, until it is marked as fixed', async () => {
  const source = join(folder, 'acme');
  mkdirSync(join(source, 'src', 'acme'), { recursive: true });
  writeFileSync(
    join(source, 'src', 'acme', 'transport.py'),
    'class AcmeTransport:\n    """Carries sound."""\n\n    def send_dtmf(self, tones):\n        """Sends keypad tones."""\n        return list(tones)\n',
  );
  await using service = await openTestService(join(folder, 'data'));
  const { client } = service;
  const added = await client.call('sources.add', { specifications: [{ name: 'acme', kind: 'folder', location: source }] });
  await service.ended(added.jobId);

  expect(await client.call('mcp.attention', {})).toEqual([]);
  // Looking alone makes no file of sessions.
  expect(existsSync(join(folder, 'data', 'sessions.sqlite'))).toBe(false);

  const path = join(folder, 'session.jsonl');
  const begin = new Date(Date.now() - 3_600_000).toISOString();
  const read = '/srv/proj/.venv/lib/python3.12/site-packages/acme/transport.py';
  const transcript = new MadeTranscript('00000000-0000-4000-8000-0000000000ab', '/srv/proj', begin)
    .prompt('Send keypad tones')
    .ask('t1', 'mcp__context-hub__search_api', { query: 'AcmeTransport send_dtmf' }, noHits)
    .grep('t2', 'def send_dtmf', '/srv/proj/.venv/lib/python3.12/site-packages/acme', [read])
    .read('t3', read)
    .say('Done.');
  writeFileSync(path, transcript.text());
  for await (const _ of client.stream('sessions.analyze', { paths: [path] }));

  const { findings } = await client.call('sessions.findings', {});
  expect(findings).toMatchObject([{ pattern: 'zero-hit->fallback' }]);
  const { id, session } = findings[0]!;
  expect(await client.call('mcp.attention', {})).toMatchObject([
    {
      source: 'acme',
      counts: { 'zero-hits': 0, 'low-confidence': 0, 'not-helpful': 0, 'fell-back': 1 },
      queries: [{ kind: 'fell-back', query: 'AcmeTransport send_dtmf', callId: null, finding: { id, session } }],
    },
  ]);
  await client.call('sessions.markFixed', { finding: id, fixed: true });
  expect(await client.call('mcp.attention', {})).toEqual([]);
});
