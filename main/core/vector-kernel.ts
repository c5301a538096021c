import { createKernelMemory, instantiateKernel, type WasmMemory } from './wasm-runtime.ts';

/** What the compiled kernel exports; addresses and strides in bytes, see vector-kernel.wat. */
export interface VectorKernel {
  dots(row: number, rows: number, stride: number, query: number, out: number): void;
}

/** vector-kernel.wat compiled, as base64; test/core/vector-kernel.test.ts compares the two and prints what belongs here. */
export const vectorKernelBase64 =
  'AGFzbQEAAAABCQFgBX9/f39/AAISAQNodWIGbWVtb3J5AgEBgIAEAwIBAAcIAQRkb3RzAAAKpQIBogICA38EeyAEIAFBAnRqIQYCQANAIAQgBk8NAf0MAAAAAAAAAAAAAAAAAAAAACEI/QwAAAAAAAAAAAAAAAAAAAAAIQn9DAAAAAAAAAAAAAAAAAAAAAAhCv0MAAAAAAAAAAAAAAAAAAAAACELIAMhByAAIAJqIQUDQCAIIAD9AAQAIAf9AAQA/eYB/eQBIQggCSAA/QAEECAH/QAEEP3mAf3kASEJIAogAP0ABCAgB/0ABCD95gH95AEhCiALIAD9AAQwIAf9AAQw/eYB/eQBIQsgAEHAAGohACAHQcAAaiEHIAAgBUcNAAsgCCAJ/eQBIAogC/3kAf3kASEIIAQgCP0fACAI/R8BkiAI/R8CIAj9HwOSkjgCACAEQQRqIQQMAAsLCw==';

/** A memory for the kernel, in pages of 64 KB. */
export function createVectorMemory(initialPages: number, maximumPages: number): WasmMemory {
  return createKernelMemory(initialPages, maximumPages);
}

/** Binds the kernel to a memory. */
export function instantiateVectorKernel(memory: WasmMemory): VectorKernel {
  return instantiateKernel(vectorKernelBase64, memory) as VectorKernel;
}
