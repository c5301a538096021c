import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listPresets, loadPreset } from '../../../main/services/sources/presets.ts';
import { temporaryFolder, writeFiles } from './fixtures.ts';

const mine = { title: 'Mine', sources: [{ name: 'a', kind: 'git', location: 'https://user:secret@github.com/o/a' }] };

describe('presets', () => {
  it('ships the Pipecat one: docs with their site, framework, examples and SDKs', async () => {
    const preset = await loadPreset('pipecat', { dataDirectory: temporaryFolder() });
    expect(preset.origin).toBe('built-in');
    expect(preset.sources.map((source) => source.name)).toEqual(
      expect.arrayContaining(['docs', 'pipecat', 'pipecat-examples', 'pipecat-flows', 'pipecat-client-web']),
    );
    expect(preset.sources[0]).toEqual({
      name: 'docs',
      kind: 'git',
      location: 'https://github.com/pipecat-ai/docs',
      siteUrl: 'https://docs.pipecat.ai',
    });
  });

  it('takes presets of the user, before built-in ones, without credentials', async () => {
    const dataDirectory = temporaryFolder();
    writeFiles(dataDirectory, { 'presets/mine.json': JSON.stringify(mine), 'presets/pipecat.json': JSON.stringify(mine) });
    expect((await loadPreset('mine', { dataDirectory })).sources).toEqual([
      { name: 'a', kind: 'git', location: 'https://github.com/o/a' },
    ]);
    expect((await loadPreset('pipecat', { dataDirectory })).origin).toBe('user');
    expect((await listPresets({ dataDirectory })).map((preset) => [preset.name, preset.origin, preset.sourceCount])).toEqual([
      ['mine', 'user', 1],
      ['pipecat', 'user', 1],
    ]);
  });

  it('lists a broken preset with its problem and says it when it is loaded', async () => {
    const dataDirectory = temporaryFolder();
    const broken = {
      json: '{',
      kind: JSON.stringify({ title: 'x', sources: [{ name: 'a', kind: 'svn', location: 'x' }] }),
      ref: JSON.stringify({ title: 'x', sources: [{ name: 'a', kind: 'git', location: 'x', ref: '--upload-pack=x' }] }),
      twice: JSON.stringify({ title: 'x', sources: [mine.sources[0], mine.sources[0]] }),
      extra: JSON.stringify({ ...mine, surprise: 1 }),
      large: ' '.repeat(300_000),
    };
    writeFiles(dataDirectory, Object.fromEntries(Object.entries(broken).map(([name, text]) => [`presets/${name}.json`, text])));
    const presets = await listPresets({ dataDirectory, builtInDirectory: join(dataDirectory, 'none') });
    expect(presets.map((preset) => [preset.name, preset.problem !== null])).toEqual(
      Object.keys(broken)
        .toSorted()
        .map((name) => [name, true]),
    );
    for (const name of Object.keys(broken))
      await expect(loadPreset(name, { dataDirectory })).rejects.toMatchObject({ code: 'usage' });
  });

  it.each(['nope', '../presets/pipecat', '/etc/passwd', '', 'a/b', '.hidden'])(
    'does not find %j and names those there are',
    async (name) => {
      await expect(loadPreset(name, { dataDirectory: temporaryFolder() })).rejects.toMatchObject({
        code: 'not-found',
        message: expect.stringContaining('pipecat'),
      });
    },
  );
});
