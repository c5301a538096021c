import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import wabt from 'wabt';
import { vectorKernelBase64 } from '../../main/core/vector-kernel.ts';

test('the committed bytes are the compiled vector-kernel.wat', async () => {
  const text = await readFile(new URL('../../main/core/vector-kernel.wat', import.meta.url), 'utf8');
  const compiler = await wabt();
  const module = compiler.parseWat('vector-kernel.wat', text, { simd: true });
  expect(Buffer.from(module.toBinary({}).buffer).toString('base64')).toBe(vectorKernelBase64);
});
