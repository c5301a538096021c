import { setFlagsFromString } from 'node:v8';

/** V8's own, and one that is hardly ever used up. Unit: bytes of wasm that a function runs before it is optimised. */
const usualBudget = 13_000_000;
const hugeBudget = 2_147_483_647;

/**
 * Whether wasm that is loaded from now on gets optimised once it is hot. Each module keeps what held when it was loaded, in all
 * threads. Without: to optimise the huge generated functions of a grammar the compiler takes up to 500 MB for minutes, and parsing
 * gets no faster for it.
 */
export function optimizeWasmLoadedNext(optimize: boolean): void {
  setFlagsFromString(`--wasm-tiering-budget=${optimize ? usualBudget : hugeBudget}`);
}
