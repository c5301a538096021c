import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { chunkIdAt } from '../../../../main/contract/latent-points.ts';
import { HubError } from '../../../../main/contract/errors.ts';
import { filterSchema, mostChunkIds } from '../../../../main/contract/search.ts';
import { contentTypes } from '../../../../main/contract/vocabulary.ts';
import { colourings, colourPoints } from '../../../../renderer/features/latent/model/colour-columns.ts';
import { filterPoints, foreignFilters } from '../../../../renderer/features/latent/model/filter-points.ts';
import { clusterOf, pointFacts, pointOf } from '../../../../renderer/features/latent/model/map-model.ts';
import {
  colourBytes,
  namedColours,
  rampColours,
  restColour,
  typeColours,
  type MapColour,
} from '../../../../renderer/features/latent/model/palette.ts';
import { flagDimmed, flagFocused, flagMarked, pointFlags } from '../../../../renderer/features/latent/model/point-flags.ts';
import { samePoints } from '../../../../renderer/features/latent/model/same-points.ts';
import { scopeOfSelection } from '../../../../renderer/features/latent/model/selection-scope.ts';
import { isOfNewerMap } from '../../../../renderer/features/latent/use-newer-map.ts';
import { describePoint } from '../../../../renderer/features/latent/panels/describe-point.ts';
import { sampleModel } from './support.ts';

const model = sampleModel(600);
const { points } = model;

describe('colours', () => {
  it.each(colourings)('by %s count every point once in the legend and use no colour that is not there', (by) => {
    const { bytes, palette, legend, note } = colourPoints(model, by, 1);
    expect(bytes).toHaveLength(600);
    expect(Math.max(...bytes)).toBeLessThan(palette.length);
    if (by === 'hits') {
      expect(legend).toEqual([]);
      expect(note).toContain('No agent');
      return;
    }
    const counted = new Map<number, number>();
    for (const byte of bytes) counted.set(byte, (counted.get(byte) ?? 0) + 1);
    // Of clusters the labels say how many there are.
    if (by !== 'cluster')
      for (const { colour, count } of legend) expect(counted.get(colour), `${by}, colour ${colour}`).toBe(count);
  });

  it('of the types are those of the badges', () => {
    const tokens = readFileSync(new URL('../../../../renderer/styles/tokens.css', import.meta.url), 'utf8');
    for (const type of contentTypes)
      expect(tokens).toContain(`--type-${type}: light-dark(${typeColours[type].light}, ${typeColours[type].dark})`);
  });

  it('can all be told from the ground', () => {
    const grounds: MapColour = { light: '#ffffff', dark: '#16181c' };
    for (const colour of [...namedColours, ...rampColours.slice(1), restColour, ...Object.values(typeColours)])
      for (const theme of ['light', 'dark'] as const)
        expect(contrast(colour, grounds, theme), `${colour[theme]} on ${theme}`).toBeGreaterThan(2.9);
  });

  it('give the rarer names one colour together', () => {
    const many = sampleModel(600, {
      source: Uint16Array.from({ length: 600 }, (_, point) => point % 40),
      dictionaries: { ...points.dictionaries, source: Array.from({ length: 40 }, (_, index) => `source ${index}`) },
    });
    const { legend, bytes } = colourPoints(many, 'source', 0);
    expect(legend).toHaveLength(namedColours.length + 1);
    expect(legend.at(-1)).toMatchObject({ title: '30 more', count: 450, filter: null });
    expect(bytes.filter((byte) => byte === namedColours.length)).toHaveLength(450);
  });

  it('of amounts go from little to much in steps of like size', () => {
    const { bytes, legend } = colourPoints(model, 'length', 0);
    expect(legend).toHaveLength(rampColours.length);
    expect(bytes[0]).toBe(0);
    expect(bytes[599]).toBe(rampColours.length - 1);
    for (const { count } of legend) expect(count).toBeGreaterThan(600 / rampColours.length - 2);
  });

  it('of one amount alone are one colour', () => {
    const { legend } = colourPoints(model, 'age', 0);
    expect(legend).toEqual([{ title: '2026-01-01 00:00', colour: 0, count: 600, filter: null }]);
  });

  it('of clusters stay with their identity', () => {
    const { bytes } = colourPoints(model, 'cluster', 1);
    expect(bytes[2]).toBe((2 + 100) % namedColours.length);
  });
});

describe('filters', () => {
  it('are none where nothing is filtered', () => {
    expect(filterPoints(points, 'any', {}, null)).toBeNull();
    expect(foreignFilters({ source: ['docs'], path: 'src/' })).toBeNull();
  });

  it('keep what their columns say, all of them together', () => {
    const passes = filterPoints(points, 'any', { source: ['docs', 'framework'], path: 'src/a/', content_type: 'doc' }, null)!;
    for (let point = 0; point < points.count; point += 1) {
      const expected = point % 3 < 2 && point % 4 < 2 && point % contentTypes.length === 0;
      expect(passes[point], `point ${point}`).toBe(expected ? 1 : 0);
    }
    expect(passes.includes(1)).toBe(true);
  });

  it('know what each kind of search looks at', () => {
    const passes = filterPoints(points, 'api', {}, null)!;
    expect([...passes].every((pass, point) => (pass === 1) === (contentTypes[points.contentType[point]!] === 'source'))).toBe(
      true,
    );
  });

  it('leave to the service what the columns do not tell', () => {
    expect(foreignFilters({ source: ['docs'], yields: 'Frame' })).toEqual({ yields: 'Frame' });
    const passes = filterPoints(points, 'any', { yields: 'Frame' }, new Set([4, 8]))!;
    expect([...passes.entries()].filter(([, pass]) => pass === 1).map(([point]) => point)).toEqual([4, 8]);
  });
});

describe('flags', () => {
  const none = { count: 6, passes: null, selection: null, marks: null, neighbours: [], focus: null };

  it('dim what the filters leave out, and nothing else', () => {
    expect([...pointFlags({ ...none, passes: Uint8Array.of(1, 0, 1, 1, 0, 1) })]).toEqual([0, flagDimmed, 0, 0, flagDimmed, 0]);
  });

  it('dim all but the marks of a layer, also where there is a selection', () => {
    const flags = pointFlags({ ...none, marks: Uint32Array.of(2), selection: Uint32Array.of(3) });
    expect([...flags]).toEqual([flagDimmed, flagDimmed, flagMarked, flagDimmed, flagDimmed, flagDimmed]);
  });

  it('make marks large only while there are few', () => {
    const marks = Uint32Array.from({ length: 400 }, (_, point) => point);
    const flags = pointFlags({ ...none, count: 500, marks });
    expect([flags[0], flags[450]]).toEqual([0, flagDimmed]);
  });

  it('show the focus and its neighbours whatever else is dimmed', () => {
    const flags = pointFlags({ ...none, selection: Uint32Array.of(0), neighbours: [4], focus: 5 });
    expect([flags[0], flags[1], flags[4], flags[5]]).toEqual([0, flagDimmed, flagMarked, flagMarked | flagFocused]);
  });

  it('take no notice of points that the map does not have', () => {
    expect(
      [...pointFlags({ ...none, marks: Uint32Array.of(99), neighbours: [77], focus: 66 })].every((flag) => flag === flagDimmed),
    ).toBe(true);
  });
});

describe('a point', () => {
  it('is found by its chunk and says what it is', () => {
    const chunkId = chunkIdAt(points.chunkIds, 301);
    expect(pointOf(model, chunkId)).toBe(301);
    expect(pointOf(model, 'f'.repeat(64))).toBeNull();
    const facts = pointFacts(model, 301);
    expect(facts).toMatchObject({ chunkId, type: 'code', source: 'docs', path: 'src/a/two.py', title: 'Phone.dial' });
    expect(pointFacts(model, 300).title).toBe('one.py');
    expect(clusterOf(model, 301, 1)?.name).toBe('cluster 1');
    expect(describePoint(facts, 'cluster 1')).toBe(
      'Phone.dial, example of docs; src/a/two.py, lines 302 to 310; in “cluster 1”; 50% of its true neighbours stand near it',
    );
  });
});

describe('searching only in a selection', () => {
  it('keeps exactly its chunks, on the map too', () => {
    const selection = Uint32Array.of(0, 1, 12, 413);
    const filters = scopeOfSelection(model, selection)!;
    expect(filterSchema.parse(filters)).toEqual(filters);
    const passes = filterPoints(points, 'any', filters, null)!;
    expect(Array.from(passes.keys()).filter((point) => passes[point] === 1)).toEqual([...selection]);
    expect(foreignFilters(filters)).toBeNull();
  });

  it('is not offered for nothing, nor for more than a search takes', () => {
    const many = sampleModel(mostChunkIds + 1);
    const all = Uint32Array.from({ length: mostChunkIds + 1 }, (_, point) => point);
    expect(scopeOfSelection(many, new Uint32Array())).toBeNull();
    expect(scopeOfSelection(many, all)).toBeNull();
    expect(scopeOfSelection(many, all.subarray(1))!.chunk_id).toHaveLength(mostChunkIds);
    const refused = filterSchema.safeParse({ chunk_id: Array.from(all, (point) => chunkIdAt(many.points.chunkIds, point)) });
    expect(refused.error?.issues[0]?.message).toContain('1000 chunks at most');
  });
});

function contrast(colour: MapColour, ground: MapColour, theme: keyof MapColour): number {
  const [high = 0, low = 0] = [luminance(colour, theme), luminance(ground, theme)].toSorted((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

function luminance(colour: MapColour, theme: keyof MapColour): number {
  const [red, green, blue] = colourBytes(colour, theme).map((byte) => {
    const part = byte / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

describe('a selection on a map that was made anew', () => {
  it('is the same chunks, not the same numbers', () => {
    const without = (gone: number): Uint8Array =>
      Uint8Array.from([...points.chunkIds.subarray(0, gone * 32), ...points.chunkIds.subarray((gone + 1) * 32)]);
    expect([...samePoints(Uint32Array.of(3, 7, 9, 599), points.chunkIds, without(7))]).toEqual([3, 8, 598]);
    expect([...samePoints(Uint32Array.of(3, 8, 598), without(7), points.chunkIds)]).toEqual([3, 9, 599]);
    const same = Uint32Array.of(1, 2);
    expect(samePoints(same, points.chunkIds, points.chunkIds.slice())).toBe(same);
  });
});

describe('a refusal', () => {
  it('tells of a newer map when it names another one than is shown', () => {
    const refusal = (code: 'not-found' | 'usage', details: Record<string, unknown>) => new HubError(code, 'no', details);
    expect(isOfNewerMap(refusal('not-found', { layoutId: 'b' }), 'a')).toBe(true);
    expect(isOfNewerMap(refusal('not-found', { layoutId: 'a' }), 'a')).toBe(false);
    expect(isOfNewerMap(refusal('not-found', {}), 'a')).toBe(false);
    expect(isOfNewerMap(refusal('usage', { layoutId: 'b' }), 'a')).toBe(false);
    expect(isOfNewerMap(new Error('no'), 'a')).toBe(false);
  });
});
