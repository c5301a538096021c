import { contentTypeTitles } from '../../../ui/badge.tsx';
import { formatPercent } from '../../../ui/format.ts';
import type { PointFacts } from '../model/map-model.ts';

/** A point in one sentence. */
export function describePoint(facts: PointFacts, cluster: string | null): string {
  return [
    `${facts.title}, ${contentTypeTitles[facts.type]} of ${facts.source}`,
    `${facts.path}, lines ${facts.lines.start} to ${facts.lines.end}`,
    ...(cluster === null ? [] : [`in “${cluster}”`]),
    ...(facts.trust === null ? [] : [`${formatPercent(facts.trust)} of its true neighbours stand near it`]),
  ].join('; ');
}
