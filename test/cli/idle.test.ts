import { describe, expect, it } from 'vitest';
import { untilIdle } from '../../main/cli/idle.ts';

describe('waiting until nothing is in use', () => {
  it('goes on while something is, and ends after', async () => {
    const uses = [false, true, true, false, true];
    let asked = 0;
    await untilIdle(() => uses[asked++] ?? false, 40, new AbortController().signal);
    // The last use was seen, and nothing for a time after it.
    expect(asked).toBeGreaterThan(uses.length);
  });

  it('ends with the signal', async () => {
    const controller = new AbortController();
    await untilIdle(
      () => {
        controller.abort();
        return true;
      },
      60_000,
      controller.signal,
    );
    expect(controller.signal.aborted).toBe(true);
  });
});
