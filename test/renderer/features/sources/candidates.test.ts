import { describe, expect, it } from 'vitest';
import {
  candidateOf,
  knownAt,
  nameProblem,
  specificationOfCandidate,
  withCandidates,
} from '../../../../renderer/features/sources/add/candidates.ts';
import { looksLikePath } from '../../../../renderer/features/sources/add/place-kind.ts';
import { presetSourceState } from '../../../../renderer/features/sources/add/preset-source-state.ts';
import type { Specification } from '../../../../renderer/features/sources/specification-of.ts';

const folder = (location: string, name = 'app'): Specification => ({ name, kind: 'folder', location });

describe('what is to be added', () => {
  it('is listed once per place, with what was typed kept', () => {
    const [first] = withCandidates([], [folder('/a')]);
    const renamed = { ...first!, name: 'mine' };
    expect(withCandidates([renamed], [folder('/a')])).toEqual([renamed]);
  });

  it('gets a name of its own among the others', () => {
    const all = withCandidates([], [folder('/a/app'), folder('/b/app'), folder('/c/APP', 'APP')]);
    expect(all.map(({ name }) => name)).toEqual(['app', 'app-2', 'APP-3']);
  });

  it('leaves out what is empty', () => {
    const candidate = { ...candidateOf(folder('/a')), name: ' app ', ref: ' ', rules: [{ glob: ' ', role: 'skip' as const }] };
    expect(specificationOfCandidate(candidate)).toEqual(folder('/a'));
  });

  it('keeps ref, rules and site', () => {
    const candidate = {
      ...candidateOf({ name: 'docs', kind: 'git', location: 'https://example.com/docs' }),
      ref: 'v1 ',
      siteUrl: ' https://docs.example.com',
      rules: [{ glob: ' a/** ', role: 'doc' as const }],
    };
    expect(specificationOfCandidate(candidate)).toMatchObject({
      ref: 'v1',
      siteUrl: 'https://docs.example.com',
      rules: [{ glob: 'a/**', role: 'doc' }],
    });
  });
});

describe('a name', () => {
  const named = (name: string) => ({ ...candidateOf(folder('/a')), name });

  it.each(['', ' ', '-a', 'a/b', 'ä', 'a'.repeat(101)])('%j cannot be one', (name) => {
    expect(nameProblem(named(name), [], [])).not.toBeNull();
  });

  it('must not be that of a source at another place, in any case', () => {
    expect(nameProblem(named('App'), [], [{ name: 'app', location: '/other' }])).toContain('/other');
    expect(nameProblem(named('App'), [], [{ name: 'app', location: '/a' }])).toBeNull();
  });

  it('must not be that of something else in the dialog', () => {
    const twin = candidateOf(folder('/b', 'app'));
    expect(nameProblem(named('app'), [named('app'), twin], [])).toContain('/b');
    expect(nameProblem(named('app'), [named('app')], [])).toBeNull();
  });
});

it('the source that is there already is found by its place', () => {
  expect(knownAt(folder('/a'), [{ name: 'x', location: '/a' }])?.name).toBe('x');
  expect(knownAt(folder('/b'), [{ name: 'x', location: '/a' }])).toBeNull();
});

describe('a source of a preset', () => {
  it('can be added unless its place or its name is there', () => {
    expect(presetSourceState(folder('/a'), [])).toEqual({ isFree: true, note: null });
    expect(presetSourceState(folder('/a'), [{ name: 'app', location: '/a' }])).toEqual({ isFree: false, note: 'added' });
    expect(presetSourceState(folder('/a'), [{ name: 'x', location: '/a' }]).note).toBe('added as x');
    expect(presetSourceState(folder('/a'), [{ name: 'APP', location: '/b' }])).toMatchObject({ isFree: false });
  });
});

describe('folders are completed', () => {
  it.each(['~', '~/x', '/', '/home', './a', '..', 'C:\\Users', 'C:/x', '\\\\server'])('for %j', (text) => {
    expect(looksLikePath(text)).toBe(true);
  });
  it.each(['', ' ', 'https://example.com', 'git@host:a/b', 'docs'])('not for %j', (text) => {
    expect(looksLikePath(text)).toBe(false);
  });
});
