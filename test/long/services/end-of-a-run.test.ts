import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { hubContract } from '../../../main/contract/hub-contract.ts';
import { addressOf, openMcpService } from '../../services/mcp/mcp-service.ts';
import { openAgent } from '../../services/mcp/socket-client.ts';

let directory: string;
let folder: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'hub-run-end-'));
  folder = join(directory, 'folder');
  mkdirSync(folder);
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const write = (name: string, text: string): void => writeFileSync(join(folder, name), `# ${name}\n\n${text}\n`);

it('after a run has ended, the very next search sees everything, however much agents ask meanwhile', async () => {
  write('first.md', 'quince');
  await using service = await openMcpService(join(directory, 'data'));
  const { signal } = new AbortController();
  const add = service.handlers['sources.add'];
  await using agent = await openAgent(addressOf(service));
  let asking = true;
  const asked = (async () => {
    for (; asking;) await agent.call('search_docs', { query: 'quince medlar' });
  })();
  try {
    for (const [round, word] of ['medlar', 'sorb'].entries()) {
      for (let number = 0; number < 5; number += 1) write(`${word}-${number}.md`, `The ${word} of ${number}.`);
      const { jobId } =
        round === 0
          ? await add({ specifications: [{ name: 'folder', kind: 'folder', location: folder }] }, { signal })
          : await service.handlers['sources.refresh']({ names: [], force: false }, { signal });
      // What was added is listed at once.
      expect((await service.handlers['sources.list']({}, { signal })).map(({ name }) => name)).toEqual(['folder']);
      for await (const { jobs } of service.handlers['hub.state']({}, { signal })) {
        const job = jobs.find(({ id }) => id === jobId);
        if (job?.endedAt == null) continue;
        expect(job.state).toBe('done');
        break;
      }
      const answer = await service.handlers['search.run'](hubContract['search.run'].input.parse({ query: word, limit: 100 }), {
        signal,
      });
      expect(answer.hits.filter(({ path }) => path.startsWith(word))).toHaveLength(5);
    }
  } finally {
    asking = false;
    await asked;
  }
});
