import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig, type Config } from '../../../main/config.ts';
import { tunableWeights } from '../../../main/core/ranking/weights.ts';
import { Settings } from '../../../main/services/settings/settings.ts';

let directory: string;
const file = () => join(directory, 'config.json');
const stored = () => JSON.parse(readFileSync(file(), 'utf8')) as Record<string, unknown>;
const changes: [Config, string][] = [];

function settings(flags: Parameters<typeof loadConfig>[0] = {}, environment: NodeJS.ProcessEnv = {}): Settings {
  const config = loadConfig({ dataDirectory: directory, ...flags }, environment);
  return new Settings(config, (changed, name) => changes.push([changed, name]));
}

const of = (all: Settings, name: string) => all.list().find((setting) => setting.name === name)!;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'hub-settings-'));
  changes.length = 0;
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

describe('settings', () => {
  it('come from flag, environment, file or default, in this order, and say so', () => {
    const given = { flag: { workers: 5 }, environment: { CONTEXT_HUB_WORKERS: '4' }, file: { workers: 3 } };
    for (let which = 0; which < 8; which += 1) {
      const [flag, environment, inFile] = [which & 4, which & 2, which & 1].map(Boolean);
      writeFileSync(file(), JSON.stringify(inFile ? given.file : {}));
      const workers = of(settings(flag ? given.flag : {}, environment ? given.environment : {}), 'workers');
      const expected = flag
        ? { value: 5, origin: 'flag', originName: '--workers' }
        : environment
          ? { value: 4, origin: 'environment', originName: 'CONTEXT_HUB_WORKERS' }
          : inFile
            ? { value: 3, origin: 'file', originName: file() }
            : { value: null, origin: 'default', originName: null };
      expect(workers).toMatchObject({ ...expected, defaultValue: null, kind: 'number' });
    }
  });

  it('are written to the file as a whole, keep what they do not know, and are told at once', () => {
    const all = settings();
    writeFileSync(file(), JSON.stringify({ fromTheFuture: { a: 1 } }));
    all.set('vectorBackend', 'embedded');
    expect(stored()).toEqual({ fromTheFuture: { a: 1 }, vectorBackend: 'embedded' });
    expect(of(all, 'vectorBackend')).toMatchObject({ value: 'embedded', origin: 'file', needsRestart: false });
    expect(changes.at(-1)).toMatchObject([{ vectorBackend: 'embedded' }, 'vectorBackend']);
    all.set('vectorBackend', null);
    expect(stored()).toEqual({ fromTheFuture: { a: 1 } });
    expect(of(all, 'vectorBackend')).toMatchObject({ value: 'auto', origin: 'default' });
    expect(readdirSync(directory)).toEqual(['config.json']);
  });

  it('that a flag or the environment sets are refused with the name of what sets them', () => {
    const all = settings({ logLevel: 'error' }, { CONTEXT_HUB_VECTORS: 'embedded' });
    expect(() => all.set('logLevel', 'debug')).toThrow('--log');
    expect(() => all.set('vectorBackend', 'auto')).toThrow('CONTEXT_HUB_VECTORS');
    expect(() => settings().set('dataDirectory', '/elsewhere')).toThrow('--data-dir');
    expect(changes).toEqual([]);
  });

  it.each([
    ['vectorBackend', 'qdrant'],
    ['workers', 0],
    ['workers', '4'],
    ['workers', 1.5],
    ['modelDownload', 'yes'],
    ['nonsense', 'x'],
    ['__proto__', 'x'],
    ['weights', 'x'],
  ])('refuse %s = %j and write nothing', (name, value) => {
    const all = settings();
    expect(() => all.set(name, value)).toThrow(expect.objectContaining({ code: 'usage' }) as Error);
    expect(readdirSync(directory)).toEqual([]);
  });

  it('do not touch a settings file that cannot be read', () => {
    const all = settings();
    writeFileSync(file(), '{ "workers": ');
    expect(() => all.set('workers', 2)).toThrow('cannot be read');
    expect(readFileSync(file(), 'utf8')).toBe('{ "workers": ');
  });
});

describe('ranking weights', () => {
  it('are listed with reason and bounds, and are their defaults at first', () => {
    const weights = settings().weights();
    expect(weights.map((weight) => weight.name)).toEqual(tunableWeights.map((weight) => weight.name));
    for (const weight of weights) {
      expect(weight.value).toBe(weight.defaultValue);
      expect(weight.reason.length).toBeGreaterThan(10);
      expect(weight.least).toBeLessThanOrEqual(weight.value);
      expect(weight.most).toBeGreaterThanOrEqual(weight.value);
    }
  });

  it('are kept, can go back one by one and all together, and survive a restart', () => {
    const all = settings();
    all.setWeights({ 'hybrid.meaning': 0.5, diversity: 0.1 });
    expect(settings().weights()).toEqual(all.weights());
    expect(all.weights().find((weight) => weight.name === 'hybrid.meaning')!.value).toBe(0.5);
    all.setWeights({ diversity: null });
    expect(stored()).toEqual({ weights: { 'hybrid.meaning': 0.5 } });
    expect(changes.at(-1)).toMatchObject([{ weights: { 'hybrid.meaning': 0.5 } }, 'weights']);
    all.setWeights({});
    expect(stored()).toEqual({});
  });

  it('outside their bounds or unknown are refused, here and in the file', () => {
    const all = settings();
    expect(() => all.setWeights({ diversity: 7 })).toThrow('0.5');
    expect(() => all.setWeights({ unheard: 1 })).toThrow('no ranking weight');
    expect(() => all.setWeights({ diversity: Number.NaN })).toThrow(expect.objectContaining({ code: 'usage' }) as Error);
    writeFileSync(file(), JSON.stringify({ weights: { unheard: 1 } }));
    expect(() => settings()).toThrow('no ranking weight');
  });
});
