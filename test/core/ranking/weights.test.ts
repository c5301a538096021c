import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HubError } from '../../../main/contract/errors.ts';
import { defaultWeights, tunableWeights, weightOf, withOverrides } from '../../../main/core/ranking/weights.ts';

/** Dotted names of all numbers of an object. */
function namesOf(value: object, lead = ''): string[] {
  return Object.entries(value).flatMap(([key, item]: [string, unknown]) =>
    typeof item === 'object' && item !== null ? namesOf(item, `${lead}${key}.`) : [`${lead}${key}`],
  );
}

function errorOf(work: () => unknown): HubError {
  try {
    work();
  } catch (error) {
    expect(error).toBeInstanceOf(HubError);
    return error as HubError;
  }
  throw new Error('nothing was thrown');
}

describe('the tunable weights', () => {
  it('are all the weights there are, each once, with a default within its bounds', () => {
    const names = tunableWeights.map((weight) => weight.name);
    expect(names.toSorted()).toEqual(namesOf(defaultWeights).toSorted());
    for (const { name, least, most, step, reason } of tunableWeights) {
      expect(weightOf(defaultWeights, name), name).toBeGreaterThanOrEqual(least);
      expect(weightOf(defaultWeights, name), name).toBeLessThanOrEqual(most);
      expect(step, name).toBeGreaterThan(0);
      expect(step, name).toBeLessThan(most - least);
      expect(reason, name).toMatch(/^\p{Lu}.*\.$|Not for identifiers\.$/u);
    }
  });
});

describe('overrides', () => {
  it('replace exactly the weights that they name and leave their base alone', () => {
    const before = structuredClone(defaultWeights);
    const overrides = fc
      .uniqueArray(
        fc
          .constantFrom(...tunableWeights)
          .chain((weight) =>
            fc.tuple(
              fc.constant(weight.name),
              weight.step === 1
                ? fc.integer({ min: weight.least, max: weight.most })
                : fc.double({ min: weight.least, max: weight.most, noNaN: true }),
            ),
          ),
        { selector: ([name]) => name },
      )
      .map((entries) => Object.fromEntries(entries));
    fc.assert(
      fc.property(overrides, (chosen) => {
        const weights = withOverrides(chosen);
        for (const { name } of tunableWeights)
          expect(weightOf(weights, name), name).toBe(name in chosen ? chosen[name] : weightOf(defaultWeights, name));
        expect(defaultWeights).toEqual(before);
      }),
    );
  });

  it('lie above those of the settings', () => {
    const settings = withOverrides({ 'hybrid.meaning': 0.5, depth: 200 });
    expect(withOverrides({ depth: 50 }, settings)).toEqual({
      ...defaultWeights,
      depth: 50,
      hybrid: { ...defaultWeights.hybrid, meaning: 0.5 },
    });
  });

  it.each([
    [{ nonsense: 1 }, 'no ranking weight “nonsense”'],
    [{ hybrid: 1 }, 'no ranking weight “hybrid”'],
    [{ 'hybrid.meaning.x': 1 }, 'no ranking weight'],
    [{ 'hybrid.other': 1 }, 'no ranking weight'],
    [Object.fromEntries([['__proto__', 1]]), 'no ranking weight “__proto__”'],
    [{ 'constructor.name': 1 }, 'no ranking weight'],
    [{ 'hybrid.meaning': 1.5 }, 'from 0 to 1, not 1.5'],
    [{ 'hybrid.meaning': -0.1 }, 'from 0 to 1'],
    [{ 'hybrid.meaning': Number.NaN }, 'from 0 to 1, not NaN'],
    [{ depth: Number.POSITIVE_INFINITY }, 'from 10 to 1000'],
    [{ depth: 20.5 }, 'whole number'],
  ])('%j are refused with what is allowed', (overrides, message) => {
    const error = errorOf(() => withOverrides(overrides));
    expect(error.code).toBe('usage');
    expect(error.message).toContain(message);
  });
});
