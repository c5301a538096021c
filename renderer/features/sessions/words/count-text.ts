import { formatNumber } from '../../../ui/format.ts';

/** `3 ok, 1 failed`: the parts that are not 0. */
export function countsText(counts: Readonly<Record<string, number>>, titles: Readonly<Record<string, string>>): string {
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${formatNumber(count)} ${titles[name] ?? name}`)
    .join(', ');
}
