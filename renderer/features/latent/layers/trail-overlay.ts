import type { Trail } from '../../../../main/contract/latent.ts';
import type { Overlay } from '../map-state.ts';
import { placeOf, type MapModel } from '../model/map-model.ts';
import { namedColours, type MapColour } from '../model/palette.ts';
import type { MapMarker } from '../stage/label-layer.ts';
import type { Link } from '../stage/link-lines.ts';

export type Channel = Trail['hits'][number]['channel'];

/** What found a hit. */
export const channelTitles: Record<Channel, string> = {
  vector: 'by meaning',
  keyword: 'by words',
  both: 'by both',
  symbol: 'by its name',
};

export const channelColours: Record<Channel, MapColour> = {
  vector: namedColours[0]!,
  keyword: namedColours[4]!,
  both: namedColours[2]!,
  symbol: namedColours[3]!,
};

/** What two compared trails are called, in the picture and beside it. */
export const trailLetters = ['A', 'B'] as const;

/**
 * Where one or two trails run: a diamond where the query lands (a hexagon for the second, each with its letter), a line and a number for each hit, hollow
 * marks for what was removed.
 */
export function trailOverlay(model: MapModel, query: string, trails: readonly Trail[], theme: keyof MapColour): Overlay {
  const marks = new Set<number>();
  const markers: MapMarker[] = [];
  const links: Link[] = [];
  for (const [index, trail] of trails.entries()) {
    const side = index === 0 ? 0 : 1;
    const place = spatial(trail.place);
    if (place !== null) markers.push(queryMarker(query, trails.length > 1 ? trailLetters[side] : null, place, side));
    for (const { point, rank, channel, hit } of trail.hits) {
      if (point === null || point >= model.points.count) continue;
      marks.add(point);
      const to = placeOf(model, point);
      markers.push({
        id: `hit ${side} ${rank}`,
        kind: 'hit',
        text: String(rank),
        title: `${rank}: ${hit.title}`,
        place: to,
        side,
      });
      if (place !== null) links.push({ from: place, to, colour: channelColours[channel][theme] });
    }
    for (const { point, chunkId, by, hit } of trail.removed) {
      if (point === null || point >= model.points.count || marks.has(point)) continue;
      marks.add(point);
      const why = by === 'filter' ? 'left out by a filter' : 'put below the limit by ranking';
      markers.push({
        id: `removed ${side} ${chunkId}`,
        kind: 'removed',
        text: '',
        title: `${hit.title}: ${why}`,
        place: placeOf(model, point),
        side,
      });
    }
  }
  nameCoveredQuery(markers);
  // What comes later lies above.
  const order = ['removed', 'hit', 'query'];
  return {
    marks: Uint32Array.from(marks).sort(),
    markers: markers.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind)),
    links,
  };
}

function queryMarker(query: string, letter: string | null, place: [number, number, number], side: 0 | 1): MapMarker {
  const title = `“${query}” lands here${letter === null ? '' : `, trail ${letter}`}`;
  return { id: `query ${side}`, kind: 'query', text: letter ?? '', title, place, side };
}

/** Two trails of the same hits land in one place, where the second's mark hides the first's and so stands for both. */
function nameCoveredQuery(markers: MapMarker[]): void {
  const [first, second] = markers.filter(({ kind }) => kind === 'query');
  if (first === undefined || second === undefined || first.place.some((value, axis) => value !== second.place[axis])) return;
  second.text = trailLetters.join('');
  second.title = second.title.replace(/trail .$/, `trails ${trailLetters.join(' and ')}`);
}

/** A place of the service in space. */
export function spatial(place: readonly number[] | null): [number, number, number] | null {
  return place === null || place.length < 2 ? null : [place[0]!, place[1]!, place[2] ?? 0];
}
