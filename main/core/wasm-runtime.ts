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

/** Unit: bytes. */
export const pageBytes = 65_536;
/** Pages that 32-bit addresses reach. */
export const mostPages = 65_536;
/** A memory of rows grows by at least this share of itself, so that adding row by row grows it rarely. Growing copies nothing. */
export const growthShare = 1 / 16;

const wasm = (globalThis as unknown as { WebAssembly: WasmRuntime }).WebAssembly;
const compiled = new Map<string, object>();

/** A memory for a kernel, in pages of 64 KB. */
export function createKernelMemory(initialPages: number, maximumPages: number): WasmMemory {
  return new wasm.Memory({ initial: initialPages, maximum: maximumPages });
}

/** Lets a memory that may grow to `mostPages` hold that many bytes. Returns whether it grew, so that its views have to be made anew; throws where it cannot. */
export function growTo(memory: WasmMemory, bytes: number): boolean {
  const missing = bytes - memory.buffer.byteLength;
  if (missing <= 0) return false;
  const pages = memory.buffer.byteLength / pageBytes;
  const wanted = Math.max(Math.ceil(missing / pageBytes), Math.ceil(pages * growthShare));
  memory.grow(Math.min(wanted, mostPages - pages));
  return true;
}

/** Binds a kernel, compiled once, to a memory; returns what it exports. */
export function instantiateKernel(base64: string, memory: WasmMemory): unknown {
  let module = compiled.get(base64);
  if (!module)
    compiled.set(base64, (module = new wasm.Module(Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)))));
  return new wasm.Instance(module, { hub: { memory } }).exports;
}
