import type { MapModel } from './model/map-model.ts';
import type { MapLabel } from './stage/label-layer.ts';

/** Longer names are cut: what tells them apart stands first. */
const longestName = 40;

/** Names of the clusters of a level, the larger ones first. */
export function mapLabels({ labels }: MapModel, level: number): MapLabel[] {
  return (labels[level] ?? []).map(({ cluster, name, points, centre }) => ({
    id: String(cluster),
    text: name.length > longestName ? `${name.slice(0, longestName - 1)}…` : name,
    place: [centre[0] ?? 0, centre[1] ?? 0, centre[2] ?? 0],
    priority: points,
  }));
}
