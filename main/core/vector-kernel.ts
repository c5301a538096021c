/**
 * The part of WebAssembly used here. Declared by hand because the compiler's own declaration comes only with the DOM, which
 * this folder must not see.
 */
interface WasmRuntime {
  Memory: new (limits: { initial: number; maximum: number }) => WasmMemory;
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: Record<string, Record<string, unknown>>) => { exports: unknown };
}

/** Linear memory; `buffer` is another object after every growth. */
export interface WasmMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

const wasm = (globalThis as unknown as { WebAssembly: WasmRuntime }).WebAssembly;

/** What the compiled kernel exports; addresses and strides in bytes, see vector-kernel.wat. */
export interface VectorKernel {
  dots(row: number, rows: number, stride: number, query: number, out: number): void;
}

/** vector-kernel.wat compiled, as base64; test/core/vector-kernel.test.ts compares the two and prints what belongs here. */
export const vectorKernelBase64 =
  'AGFzbQEAAAABCQFgBX9/f39/AAISAQNodWIGbWVtb3J5AgEBgIAEAwIBAAcIAQRkb3RzAAAKpQIBogICA38EeyAEIAFBAnRqIQYCQANAIAQgBk8NAf0MAAAAAAAAAAAAAAAAAAAAACEI/QwAAAAAAAAAAAAAAAAAAAAAIQn9DAAAAAAAAAAAAAAAAAAAAAAhCv0MAAAAAAAAAAAAAAAAAAAAACELIAMhByAAIAJqIQUDQCAIIAD9AAQAIAf9AAQA/eYB/eQBIQggCSAA/QAEECAH/QAEEP3mAf3kASEJIAogAP0ABCAgB/0ABCD95gH95AEhCiALIAD9AAQwIAf9AAQw/eYB/eQBIQsgAEHAAGohACAHQcAAaiEHIAAgBUcNAAsgCCAJ/eQBIAogC/3kAf3kASEIIAQgCP0fACAI/R8BkiAI/R8CIAj9HwOSkjgCACAEQQRqIQQMAAsLCw==';

let compiled: object | undefined;

/** A memory for the kernel, in pages of 64 KB. */
export function createVectorMemory(initialPages: number, maximumPages: number): WasmMemory {
  return new wasm.Memory({ initial: initialPages, maximum: maximumPages });
}

/** Binds the kernel to a memory. */
export function instantiateVectorKernel(memory: WasmMemory): VectorKernel {
  compiled ??= new wasm.Module(Uint8Array.from(atob(vectorKernelBase64), (character) => character.charCodeAt(0)));
  return new wasm.Instance(compiled, { hub: { memory } }).exports as VectorKernel;
}
