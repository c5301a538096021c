import { describe, expect, it } from 'vitest';
import type { Setting, Weight } from '../../../../main/contract/settings.ts';
import {
  changedWeights,
  groupWeights,
  lockReason,
  sections,
  settingsOf,
  settingTitle,
  weightTitle,
  weightValue,
} from '../../../../renderer/features/settings/setting-groups.ts';

function setting(name: string, change: Partial<Setting> = {}): Setting {
  return {
    name,
    description: '',
    kind: 'text',
    choices: [],
    value: null,
    defaultValue: null,
    origin: 'default',
    originName: null,
    needsRestart: false,
    ...change,
  };
}

function weight(name: string, value = 1): Weight {
  return { name, reason: '', value, defaultValue: 1, least: 0, most: 20, step: 0.5 };
}

describe('settings', () => {
  it('stand in one section each, also those that this window does not know', () => {
    const all = ['model', 'vectorBackend', 'workers', 'dataDirectory', 'somethingNew'].map((name) => setting(name));
    const shown = sections.flatMap((section) => settingsOf(all, section).map(({ name }) => name));
    expect(shown.toSorted()).toEqual(all.map(({ name }) => name).toSorted());
    expect(settingTitle('somethingNew')).toBe('Something new');
  });

  it('say what keeps them from being changed', () => {
    expect(lockReason(setting('workers', { origin: 'environment', originName: 'CONTEXT_HUB_WORKERS' }))).toContain(
      'CONTEXT_HUB_WORKERS',
    );
    expect(lockReason(setting('workers', { origin: 'flag', originName: '--workers' }))).toContain('--workers');
    expect(lockReason(setting('dataDirectory'))).toContain('--data-dir');
    expect(lockReason(setting('workers', { origin: 'file' }))).toBeNull();
  });
});

describe('weights', () => {
  it('stand together by the first part of their names', () => {
    const groups = groupWeights([weight('hybrid.keyword'), weight('depth'), weight('hybrid.meaning'), weight('version')]);
    expect(groups.map(({ title, weights }) => [title, weights.map(({ name }) => name)])).toEqual([
      ['Words and meaning', ['hybrid.keyword', 'hybrid.meaning']],
      ['Boosts and penalties', ['depth', 'version']],
    ]);
    expect(weightTitle('stale.perDay')).toBe('Per day');
  });

  it('count as changed where they differ from the default', () => {
    expect(changedWeights([weight('a', 1), weight('b', 2)]).map(({ name }) => name)).toEqual(['b']);
  });

  it.each([
    ['4', 4],
    [' 0,5 ', 0.5],
    ['-3', 0],
    ['1e9', 20],
    ['', null],
    ['x', null],
    ['Infinity', null],
    ['NaN', null],
  ])('%j is taken as %s', (text, value) => {
    expect(weightValue(text, weight('a'))).toBe(value);
  });

  it('are whole where they have to be', () => {
    expect(weightValue('4.6', { least: 1, most: 10, step: 1 })).toBe(5);
  });
});
