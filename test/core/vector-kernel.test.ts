import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import wabt from 'wabt';
import { byteKernelBase64 } from '../../main/core/byte-kernel.ts';
import { vectorKernelBase64 } from '../../main/core/vector-kernel.ts';

test.each([
  ['vector-kernel.wat', vectorKernelBase64],
  ['byte-kernel.wat', byteKernelBase64],
])('the committed bytes are the compiled %s', async (file, base64) => {
  const text = await readFile(new URL(`../../main/core/${file}`, import.meta.url), 'utf8');
  const compiler = await wabt();
  const module = compiler.parseWat(file, text, { simd: true });
  expect(Buffer.from(module.toBinary({}).buffer).toString('base64')).toBe(base64);
});
