import { contentTypes } from '../../../../main/contract/vocabulary.ts';
import type { SearchFiltersInput } from '../../../../main/contract/search.ts';
import { contentTypeTitles } from '../../../ui/badge.tsx';
import { formatBytes, formatNumber, formatPercent } from '../../../ui/format.ts';
import type { MapModel } from './map-model.ts';
import { namedColours, rampColours, restColour, typeColours, type MapColour } from './palette.ts';

export const colourings = ['type', 'source', 'language', 'age', 'length', 'cluster', 'trust', 'hits', 'version'] as const;
/** What a point's colour says. */
export type Colouring = (typeof colourings)[number];

export const colouringTitles: Record<Colouring, string> = {
  type: 'Type',
  source: 'Source',
  language: 'Language',
  age: 'Time of indexing',
  length: 'Length',
  cluster: 'Cluster',
  trust: 'Trust of the place',
  hits: 'Times found',
  version: 'Version',
};

export interface LegendEntry {
  title: string;
  /** Index into the colours. */
  colour: number;
  count: number;
  /** What a press of the entry filters by; null where no filter says it. */
  filter: { name: keyof SearchFiltersInput & ('content_type' | 'source' | 'language'); value: string } | null;
}

export interface Colours {
  /** One index a point. */
  bytes: Uint8Array;
  palette: readonly MapColour[];
  legend: readonly LegendEntry[];
  /** What has to be known to read the colours; why there are none. */
  note: string | null;
}

/** The colours of all points by one of their properties. */
export function colourPoints(model: MapModel, by: Colouring, level: number): Colours {
  const { points } = model;
  const { dictionaries, reading } = points;
  switch (by) {
    case 'type':
      return byName(points.contentType, contentTypes, {
        palette: contentTypes.map((type) => typeColours[type]),
        title: (type) => contentTypeTitles[type as keyof typeof contentTypeTitles],
        filter: 'content_type',
      });
    case 'source':
      return byName(points.source, dictionaries.source, { filter: 'source' });
    case 'language':
      return byName(points.language, dictionaries.language, { filter: 'language' });
    case 'version':
      return byName(points.version, dictionaries.version, { title: (version) => (version === '' ? 'no version' : version) });
    case 'age':
      return byAmount(
        points.indexedAt,
        (time) => new Date(time).toISOString().slice(0, 16).replace('T', ' '),
        'UTC, from earlier to later.',
      );
    case 'length':
      return byAmount(points.length, formatBytes, 'Of the text.');
    case 'trust':
      return reading === null
        ? unknown(points.count, 'Trust is known when the map is done.')
        : byAmount(reading.trust, formatPercent, 'How many of a chunk’s true neighbours are neighbours on the map.');
    case 'hits':
      return points.hits === null
        ? unknown(points.count, 'No agent has been answered in the last 30 days.')
        : byAmount(points.hits, formatNumber, 'How often answers to agents had a chunk, in the last 30 days.');
    case 'cluster':
      return byCluster(model, level);
  }
}

interface Names {
  palette?: readonly MapColour[];
  title?: (name: string) => string;
  filter?: 'content_type' | 'source' | 'language';
}

/** A colour for each of the most frequent names, one more for the rest. */
function byName(column: ArrayLike<number>, names: readonly string[], { palette = namedColours, title, filter }: Names): Colours {
  const counts = new Map<number, number>();
  for (let point = 0; point < column.length; point += 1) counts.set(column[point]!, (counts.get(column[point]!) ?? 0) + 1);
  const isFixed = palette !== namedColours;
  const order = [...counts.keys()].sort((a, b) => (isFixed ? a - b : counts.get(b)! - counts.get(a)! || a - b));
  const named = order.slice(0, palette.length);
  const rest = order.slice(palette.length);
  const colourOf = new Map(named.map((name, index) => [name, isFixed ? name : index]));
  const bytes = Uint8Array.from({ length: column.length }, (_, point) => colourOf.get(column[point]!) ?? palette.length);
  const legend: LegendEntry[] = named.map((name) => ({
    title: title?.(names[name] ?? '') ?? names[name] ?? '',
    colour: colourOf.get(name)!,
    count: counts.get(name)!,
    filter: filter === undefined ? null : { name: filter, value: names[name] ?? '' },
  }));
  if (rest.length > 0)
    legend.push({
      title: `${formatNumber(rest.length)} more`,
      colour: palette.length,
      count: rest.reduce((sum, name) => sum + counts.get(name)!, 0),
      filter: null,
    });
  return { bytes, palette: [...palette, restColour], legend, note: null };
}

/** Steps that hold about equally many points, from little to much. */
function byAmount(column: ArrayLike<number>, format: (amount: number) => string, note: string): Colours {
  const sorted = Float64Array.from(column).sort();
  const bounds: number[] = [];
  for (let step = 1; step < rampColours.length; step += 1) {
    const bound = sorted[Math.floor((step / rampColours.length) * sorted.length)];
    if (bound !== undefined && bound > (bounds.at(-1) ?? sorted[0]!)) bounds.push(bound);
  }
  const counts = Array.from({ length: bounds.length + 1 }, () => 0);
  // Few steps use the whole ramp all the same.
  const colours = counts.map((_, step) =>
    bounds.length === 0 ? 0 : Math.round((step / bounds.length) * (rampColours.length - 1)),
  );
  const bytes = Uint8Array.from({ length: column.length }, (_, point) => {
    let step = 0;
    while (step < bounds.length && column[point]! >= bounds[step]!) step += 1;
    counts[step]! += 1;
    return colours[step]!;
  });
  const legend = counts.map((count, step) => {
    const low = format(step === 0 ? (sorted[0] ?? 0) : bounds[step - 1]!);
    const high = format(step === bounds.length ? (sorted.at(-1) ?? 0) : bounds[step]!);
    return { title: low === high ? low : `${low} – ${high}`, colour: colours[step]!, count, filter: null };
  });
  return { bytes, palette: rampColours, legend: column.length === 0 ? [] : legend, note };
}

const namedClusters = 8;

/** Colours go by a cluster's identity, so that it keeps its colour when the map is made anew. */
function byCluster({ points, labels }: MapModel, level: number): Colours {
  const column = points.reading?.clusters[level];
  const clusters = labels[level];
  if (column === undefined || clusters === undefined) return unknown(points.count, 'Clusters are known when the map is done.');
  const colourOf = new Map(clusters.map(({ cluster, identity }) => [cluster, identity % namedColours.length]));
  const bytes = Uint8Array.from(column, (cluster) => colourOf.get(cluster) ?? namedColours.length);
  const largest = clusters.toSorted((a, b) => b.points - a.points).slice(0, namedClusters);
  return {
    bytes,
    palette: [...namedColours, restColour],
    legend: largest.map(({ cluster, name, points: count }) => ({
      title: name,
      colour: colourOf.get(cluster)!,
      count,
      filter: null,
    })),
    note:
      clusters.length > namedColours.length
        ? `The largest of ${formatNumber(clusters.length)} clusters; several share a colour.`
        : null,
  };
}

function unknown(count: number, note: string): Colours {
  return { bytes: new Uint8Array(count), palette: [restColour], legend: [], note };
}
