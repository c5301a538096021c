import { describe, expect, it } from 'vitest';
import type { ChunkDraft } from '../../../main/core/chunk.ts';
import { chunkEntries, commentEntries } from '../../../main/core/deprecations/code.ts';
import { compareVersions } from '../../../main/core/deprecations/compare-versions.ts';
import { nearestNames } from '../../../main/core/deprecations/nearest-names.ts';

function draft(symbol: string | null, lines: [number, number], metadata: ChunkDraft['metadata'] = {}): ChunkDraft {
  return {
    contentType: 'source',
    chunkType: 'class',
    content: 'x',
    startLine: lines[0],
    endLine: lines[1],
    language: 'typescript',
    title: 'x',
    headingTrail: [],
    symbol,
    metadata,
  };
}

const said = (text: string, drafts: ChunkDraft[] = []): string[] =>
  commentEntries(text, drafts).map(
    ({ symbol, version, replacement, startLine, endLine }) => `${symbol} ${version} ${replacement} ${startLine}-${endLine}`,
  );

describe('comments and attributes', () => {
  it('of JavaScript, TypeScript and Java', () => {
    expect(
      said(
        '/**\n * Old.\n * @deprecated since 2.1, use {@link newThing} instead\n */\nexport async function oldThing(a: string) {}\n',
      ),
    ).toEqual(['oldThing 2.1 newThing 3-5']);
    expect(said('/** @deprecated */\nexport const value = 1;\nconst other = 2;\n')).toEqual(['value null null 1-2']);
    const text =
      'class Client {\n  /**\n   * @deprecated Use `connect` instead.\n   */\n  @Override\n  public static void open(String name) {\n  }\n}\n';
    expect(said(text, [draft('Client', [1, 8], { className: 'Client' })])).toEqual(['Client.open null connect 3-6']);
  });

  it('of Go, Rust and C#', () => {
    expect(said('// Dial connects.\n//\n// Deprecated: use NewClient instead.\nfunc Dial(target string) error {\n')).toEqual([
      'Dial null NewClient 3-4',
    ]);
    expect(said('#[deprecated(since = "1.3.0", note = "use `fresh` instead")]\npub fn stale() {}\n')).toEqual([
      'stale 1.3.0 fresh 1-2',
    ]);
    expect(said('[Obsolete("Use Fresh instead.")]\npublic class Stale : Base\n{\n')).toEqual(['Stale null Fresh 1-2']);
  });

  it('are nothing where no declaration follows, and in plain words', () => {
    expect(said('/** @deprecated */\n\nreturn 1;\n')).toEqual([]);
    expect(said('// This is deprecated: see there\nfunction f() {}\n')).toEqual([]);
  });
});

describe('chunks of Python', () => {
  it('give the whole and its parts, a constructor those of its class', () => {
    const deprecated = { note: 'a: Use ``x`` instead.\nb: Gone.', since: '1.2', part: 'a, b' };
    expect(
      chunkEntries([draft('C.__init__', [3, 9], { deprecated, methodName: '__init__' })]).map(
        ({ symbol, version, replacement }) => [symbol, version, replacement],
      ),
    ).toEqual([
      ['C.a', '1.2', 'x'],
      ['C.b', '1.2', null],
    ]);
    expect(
      chunkEntries([
        draft(null, [1, 2], {
          modulePath: 'pkg.old',
          deprecated: { note: 'Use pkg.new. Will be removed in 2.0.0.', replacement: 'pkg.new' },
        }),
      ]),
    ).toMatchObject([{ symbol: 'pkg.old', replacement: 'pkg.new', removal: '2.0.0' }]);
    expect(chunkEntries([draft('C', [1, 2], { deprecated: { note: 'x', part: 'some uses, {name}' } })])).toEqual([]);
  });
});

it('versions are in the order of their numbers', () => {
  expect(['1.10.0', '1.2', '2.0.0rc1', '2.0.0', '0.0.99'].toSorted(compareVersions)).toEqual([
    '0.0.99',
    '1.2',
    '1.10.0',
    '2.0.0rc1',
    '2.0.0',
  ]);
});

it('near names are those with few changes, then those inside of each other', () => {
  const names = ['PipelineTask', 'PipelineTaskParams', 'Pipeline', 'Unlike', 'pkg.PipelineTasks'];
  expect(nearestNames('PipelineTsk', names, 3)[0]).toBe('PipelineTask');
  expect(nearestNames('PipelineTask', names, 5)).toEqual(['PipelineTask', 'pkg.PipelineTasks', 'Pipeline', 'PipelineTaskParams']);
  expect(nearestNames('x', names, 3)).toEqual([]);
});
