import { describe, expect, it } from 'vitest';
import { silentLogger } from '../../../main/core/logger.ts';
import { benchEmbed } from '../../../main/services/bench/bench-embed.ts';
import { createEmbedder } from '../../../main/services/embedding/embedding-pool.ts';
import { realModel } from '../../helpers/real-model.ts';

const megabyte = 1_000_000;

describe('embedding', { timeout: 1_200_000 }, () => {
  it('keeps its memory flat over thousands of texts (less than 25 KB a text, in some round at least)', async () => {
    const { path, space } = await realModel();
    const embedder = await createEmbedder({ modelDirectory: path, space, workers: 2, logger: silentLogger });
    try {
      const embed = async (first: number, count: number) => {
        for (let start = first; start < first + count; start += 100) {
          await embedder.embedPassages(
            Array.from({ length: 100 }, (_, index) => [`short text number ${start + index}, ${'word '.repeat(index % 12)}`]),
          );
        }
      };
      await embed(0, 1000);
      // A leak grows in every round; what the test runner takes, and what is collected late, does not.
      const growths: number[] = [];
      for (let round = 0; round < 4; round += 1) {
        const before = process.memoryUsage.rss();
        await embed(1000 * (round + 1), 1000);
        growths.push((process.memoryUsage.rss() - before) / megabyte);
      }
      expect(Math.min(...growths), growths.join(', ')).toBeLessThan(25);
    } finally {
      await embedder[Symbol.asyncDispose]();
    }
  });

  it('takes less memory than batches of 32', async () => {
    const { path, space } = await realModel();
    const texts = Array.from({ length: 200 }, (_, index) =>
      'await self.push_frame(frame, direction) '.repeat(1 + ((index * 13) % 28)),
    );
    const report = await benchEmbed(texts, { modelDirectory: path, space });
    // How much faster it is is a benchmark's to say (`bench embed`): the ratio is the machine's.
    expect(report.pool.peakResidentBytes).toBeLessThan(report.naive.peakResidentBytes);
  });
});
