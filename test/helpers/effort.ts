/** `quick` is what every change waits for; `long` looks harder and takes its time. Set by scripts/run-tests.ts. */
const effort: 'quick' | 'long' = process.env['TEST_EFFORT'] === 'long' ? 'long' : 'quick';

/** How many times a property is tried. */
export function runs(quick: number, long: number = quick * 10): number {
  return effort === 'long' ? long : quick;
}

/** Where properties start to draw their inputs from: always the same, unless `TEST_SEED` names another whole number. */
export const propertySeed: number = seedOf(process.env['TEST_SEED']);

function seedOf(text: string | undefined): number {
  if (text === undefined || text === '') return 20_260_701;
  if (!/^-?\d{1,10}$/.test(text)) throw new Error(`TEST_SEED must be a whole number, but it is “${text}”.`);
  return Number(text) | 0;
}
