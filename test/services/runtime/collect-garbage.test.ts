import { expect, it } from 'vitest';
import { collectGarbage } from '../../../main/services/runtime/collect-garbage.ts';

it('lets go of what nobody holds, and of nothing else', async () => {
  const held = { bytes: new Uint8Array(1_000) };
  const references = [new WeakRef(held), new WeakRef({ bytes: new Uint8Array(1_000) })];
  // What a reference was made of is held until the turn ends.
  await new Promise(setImmediate);
  collectGarbage('minor');
  collectGarbage('major');
  expect(references.map((reference) => reference.deref() === undefined)).toEqual([false, true]);
  expect(held.bytes).toHaveLength(1_000);
});
