import { expect, test } from 'vitest';
import { ensureChromaServer } from '../../../scripts/get-chroma.ts';
import { silentLogger } from '../../../main/core/logger.ts';
import { benchVectors } from '../../../main/services/bench/bench-vectors.ts';

test('compares both backends on the same vectors', async () => {
  const chromaBinary = await ensureChromaServer();
  const result = await benchVectors([300], { chromaBinary, queries: 5, logger: silentLogger });
  expect(result.chromaMissing).toBeNull();
  expect(result.rows.map((row) => [row.backend, row.vectors])).toEqual([
    ['embedded', 300],
    ['chroma', 300],
  ]);
  for (const row of result.rows) {
    for (const figures of [row.all, row.oneSourceOf40, row.twoFilters, row.allowedIds]) {
      expect(figures.p50).toBeGreaterThan(0);
      expect(figures.p95).toBeGreaterThanOrEqual(figures.p50);
      expect(figures.recallAt20).toBe(1);
    }
  }
}, 600_000);

test('says why Chroma has no figures', async () => {
  const result = await benchVectors([50], { chromaBinary: '/nonexistent', queries: 2, logger: silentLogger });
  if (result.chromaMissing === null) expect(result.rows).toHaveLength(2); // found elsewhere on this machine
  else expect(result.rows.map((row) => row.backend)).toEqual(['embedded']);
}, 120_000);
