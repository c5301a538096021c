import { setFlagsFromString } from 'node:v8';

/**
 * Whether wasm functions that are first called from now on, in any thread, are optimised once they are hot. To optimise the huge
 * generated functions of some grammars (bash, C++) the compiler takes up to 500 MB for a while; parsing is as quick as it was or
 * loses a tenth. The vector kernel in contrast gains a third.
 */
export function optimizeWasm(optimize: boolean): void {
  for (const flag of ['wasm-dynamic-tiering', 'wasm-tier-up']) setFlagsFromString(`--${optimize ? '' : 'no-'}${flag}`);
}
