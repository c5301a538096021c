import { expect, it } from 'vitest';
import { knownChoice } from '../../../main/services/health/known-choice.ts';

const chosen = {
  kind: 'embedded',
  reason: 'No Chroma server can be run.',
  tried: [{ what: 'chroma on the PATH', outcome: 'none' }],
};
const keeping = (text: string | null): Parameters<typeof knownChoice>[0] => ({ meta: () => text });

it('the vector store is what the last writer chose, with what it tried', () => {
  expect(knownChoice(keeping(JSON.stringify(chosen)), { vectorBackend: 'auto' })).toEqual(chosen);
  expect(knownChoice(keeping(null), { vectorBackend: 'embedded' })).toBeNull();
});

it('a setting that asks for another store than the embedded index is not explained by what it was before', () => {
  const kept = { kind: 'embedded', reason: 'The settings ask for the embedded index.', tried: [] };
  for (const vectorBackend of ['auto', 'chroma'] as const) {
    const choice = knownChoice(keeping(JSON.stringify(kept)), { vectorBackend })!;
    expect(choice.kind).toBe('embedded');
    expect(choice.reason).not.toContain('The settings ask for the embedded index');
  }
});

it('a setting that was changed after the last writer is the reason now, not what that writer had met', () => {
  for (const kept of [chosen, { kind: 'chroma', reason: 'chroma runs and answers.', tried: [] }])
    expect(knownChoice(keeping(JSON.stringify(kept)), { vectorBackend: 'embedded' })).toEqual({
      kind: 'embedded',
      reason: 'The settings ask for the embedded index.',
      tried: [],
    });
});
