import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inspectModel } from '../../../main/services/model/inspect-model.ts';
import { describingFiles, weightsFile } from '../../../main/services/model/model-files.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'context-hub-model-'));
  await mkdir(join(folder, weightsFile, '..'), { recursive: true });
  for (const name of describingFiles) await writeFile(join(folder, name), JSON.stringify({ hidden_size: 384 }));
  await writeFile(join(folder, weightsFile), 'weights of one');
});

afterEach(() => rm(folder, { recursive: true, force: true }));

describe('the space of a model folder', () => {
  it('is the same for as long as its weights are', async () => {
    const first = await inspectModel(folder);
    expect(first).toMatchObject({ dimension: 384, pooling: 'mean' });
    expect(await inspectModel(folder)).toEqual(first);
  });

  it('is another one when other weights of the same size took their place', async () => {
    const first = await inspectModel(folder);
    await writeFile(join(folder, 'other'), 'weights of two');
    await rename(join(folder, 'other'), join(folder, weightsFile));
    expect((await inspectModel(folder)).checksum).not.toBe(first.checksum);
  });

  it('is asked for again after weights could not be read', async () => {
    await rm(join(folder, weightsFile));
    await mkdir(join(folder, weightsFile));
    await expect(inspectModel(folder)).rejects.toThrow(weightsFile);
    await rm(join(folder, weightsFile), { recursive: true });
    await writeFile(join(folder, weightsFile), 'weights of three');
    await expect(inspectModel(folder)).resolves.toMatchObject({ dimension: 384 });
  });
});
