import { describe, expect, it } from 'vitest';
import { chunkIdAt } from '../../../../main/contract/latent-points.ts';
import type { Trail } from '../../../../main/contract/latent.ts';
import type { SearchHit } from '../../../../main/contract/search.ts';
import { channelColours, spatial, trailOverlay } from '../../../../renderer/features/latent/layers/trail-overlay.ts';
import { placeOf } from '../../../../renderer/features/latent/model/map-model.ts';
import { sampleModel } from './support.ts';

const model = sampleModel(40);

function hit(point: number): SearchHit {
  return { chunkId: chunkIdAt(model.points.chunkIds, point), title: `chunk ${point}` } as SearchHit;
}

const trail: Trail = {
  scope: { tool: 'any', mode: 'hybrid', filters: {} },
  mode: 'hybrid',
  fallback: null,
  total: 3,
  place: [1, 2, 3],
  meanDistance: 0.4,
  hits: [
    { chunkId: hit(5).chunkId, point: 5, hit: hit(5), rank: 1, channel: 'both', vectorRank: 1, keywordRank: 2, distance: 0.3 },
    {
      chunkId: hit(2).chunkId,
      point: 2,
      hit: hit(2),
      rank: 2,
      channel: 'keyword',
      vectorRank: null,
      keywordRank: 1,
      distance: 0.5,
    },
    { chunkId: 'x', point: null, hit: hit(9), rank: 3, channel: 'vector', vectorRank: 3, keywordRank: null, distance: 0.6 },
  ],
  removed: [
    { chunkId: hit(7).chunkId, point: 7, hit: hit(7), by: 'filter', vectorRank: 2, keywordRank: null, rank: null },
    { chunkId: hit(5).chunkId, point: 5, hit: hit(5), by: 'ranking', vectorRank: 1, keywordRank: null, rank: 12 },
  ],
};

describe('a trail', () => {
  const { marks, markers, links } = trailOverlay(model, 'dial', [trail], 'light');

  it('marks what it found and what was removed, each once', () => {
    expect([...marks!]).toEqual([2, 5, 7]);
    expect(markers.map(({ kind, text }) => `${kind} ${text}`.trim())).toEqual(['removed', 'hit 1', 'hit 2', 'query']);
    expect(markers[0]!.title).toBe('chunk 7: left out by a filter');
  });

  it('draws a line from where the query lands to each hit, in the colour of what found it', () => {
    expect(links).toEqual([
      { from: [1, 2, 3], to: placeOf(model, 5), colour: channelColours.both.light },
      { from: [1, 2, 3], to: placeOf(model, 2), colour: channelColours.keyword.light },
    ]);
  });

  it('tells two compared trails apart by letters, and says so where both land in one place', () => {
    const landings = (second: Trail): string[] =>
      trailOverlay(model, 'dial', [trail, second], 'light')
        .markers.filter(({ kind }) => kind === 'query')
        .map(({ text, title, side }) => `${text} ${side} ${title}`);
    expect(landings({ ...trail, place: [3, 2, 1] })).toEqual([
      'A 0 “dial” lands here, trail A',
      'B 1 “dial” lands here, trail B',
    ]);
    expect(landings(trail)).toEqual(['A 0 “dial” lands here, trail A', 'AB 1 “dial” lands here, trails A and B']);
  });

  it('has no lines where the query lands nowhere', () => {
    const lost = trailOverlay(model, 'dial', [{ ...trail, place: null }], 'dark');
    expect(lost.links).toEqual([]);
    expect(lost.markers.some(({ kind }) => kind === 'query')).toBe(false);
  });

  it('tells two settings apart', () => {
    const both = trailOverlay(model, 'dial', [trail, { ...trail, removed: [] }], 'light');
    expect(new Set(both.markers.map(({ id }) => id)).size).toBe(both.markers.length);
    expect(both.markers.filter(({ side }) => side === 1).map(({ kind }) => kind)).toEqual(['hit', 'hit', 'query']);
  });

  it('takes places of flat maps into space', () => {
    expect(spatial([1, 2])).toEqual([1, 2, 0]);
    expect(spatial(null)).toBeNull();
    expect(spatial([])).toBeNull();
  });
});
