/** `quick` is what every change waits for; `long` looks harder and takes its time. Set by scripts/run-tests.ts. */
const effort: 'quick' | 'long' = process.env['TEST_EFFORT'] === 'long' ? 'long' : 'quick';

/** How many times a property is tried. */
export function runs(quick: number, long: number = quick * 10): number {
  return effort === 'long' ? long : quick;
}
