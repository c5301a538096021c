import { instantiateKernel, type WasmMemory } from './wasm-runtime.ts';

/** What the compiled kernel exports; addresses and strides in bytes, see byte-kernel.wat. */
export interface ByteKernel {
  dots(row: number, rows: number, stride: number, query: number, out: number): void;
}

/** byte-kernel.wat compiled, as base64; test/core/vector-kernel.test.ts compares the two and prints what belongs here. */
export const byteKernelBase64 =
  'AGFzbQEAAAABCQFgBX9/f39/AAISAQNodWIGbWVtb3J5AgEBgIAEAwIBAAcIAQRkb3RzAAAKpAIBoQICA38EeyAEIAFBAnRqIQYCQANAIAQgBk8NAf0MAAAAAAAAAAAAAAAAAAAAACEI/QwAAAAAAAAAAAAAAAAAAAAAIQn9DAAAAAAAAAAAAAAAAAAAAAAhCv0MAAAAAAAAAAAAAAAAAAAAACELIAMhByAAIAJqIQUDQCAIIAD9AQMAIAf9AAQA/boB/a4BIQggCSAA/QEDCCAH/QAEEP26Af2uASEJIAogAP0BAxAgB/0ABCD9ugH9rgEhCiALIAD9AQMYIAf9AAQw/boB/a4BIQsgAEEgaiEAIAdBwABqIQcgACAFRw0ACyAIIAn9rgEgCiAL/a4B/a4BIQggBCAI/RsAIAj9GwFqIAj9GwIgCP0bA2pqNgIAIARBBGohBAwACwsL';

/** Binds the kernel to a memory. */
export function instantiateByteKernel(memory: WasmMemory): ByteKernel {
  return instantiateKernel(byteKernelBase64, memory) as ByteKernel;
}
