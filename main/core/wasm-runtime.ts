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
const compiled = new Map<string, object>();

/** A memory for a kernel, in pages of 64 KB. */
export function createKernelMemory(initialPages: number, maximumPages: number): WasmMemory {
  return new wasm.Memory({ initial: initialPages, maximum: maximumPages });
}

/** Binds a kernel, compiled once, to a memory; returns what it exports. */
export function instantiateKernel(base64: string, memory: WasmMemory): unknown {
  let module = compiled.get(base64);
  if (!module)
    compiled.set(base64, (module = new wasm.Module(Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)))));
  return new wasm.Instance(module, { hub: { memory } }).exports;
}
