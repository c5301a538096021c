import { createKernelMemory, instantiateKernel, pageBytes, type WasmMemory } from '../wasm-runtime.ts';

/** What the compiled kernel exports: one epoch; returns the state of its random numbers. Addresses in bytes; see layout-kernel.wat. */
export interface LayoutKernel {
  epoch(
    places: number,
    points: number,
    starts: number,
    attract: number,
    repel: number,
    now: number,
    rate: number,
    pushes: number,
    aside: number,
    asideDeep: number,
    state: number,
  ): number;
}

/** layout-kernel.wat compiled, as base64; test/core/latent/layout-kernel.test.ts compares the two and prints what belongs here. */
export const layoutKernelBase64 =
  'AGFzbQEAAAABEAFgC39/f39/fX19fX1/AX8CEgEDaHViBm1lbW9yeQIBAYCABAMCAQAHCQEFZXBvY2gAAArjBAHgBAMIfwN9B3sgBv0TIRsgCP0TIAn9IAIhHCAAIQsgACABQQR0aiEMAkADQCALIAxPDQEgAigCACENIAIoAgQhDiACQQRqIQIgC/0ABAAhFgJAA0AgDSAOTw0BAkAgDSoCCCAFXg0AIA0oAgAhDyAWIA/9AAQA/eUBIRggGCAY/eYBIRogGv0fACAa/R8BkiAa/R8CkiEVIBVDAAAAAF4EQCAVvEEPdkECdCES/QwAAIBAAACAQAAAgEAAAIBA/QwAAIDAAACAwAAAgMAAAIDAIAMgEmr9CQIAIBj95gH96wH96gEgG/3mASEZIBYgGf3kASEWIA8gD/0ABAAgGf3lAf0LBAALIA0qAgQhEyANIA0qAgggE5I4AgggEyAHlSETIA0qAgwhFCAFIBSTIBOVjvwAIRAgEEEASgRAIA0gFCAQsiATlJI4AgwgFiEXA0AgCkH1863pBmohCiAKIApBD3ZzIApBAXJsIREgESARIBEgEUEHdnMgEUE9cmxqcyERIBEgEUEOdnMhESAAIBGtIAGtfkIgiKdBBHRqIQ8gFyAP/QAEAP3lASEYIBggGP3mASEaIBr9HwAgGv0fAZIgGv0fApIhFSAVQwAAAABeBEAgFbxBD3ZBAnQhEiAW/QwAAIBAAACAQAAAgEAAAIBA/QwAAIDAAACAwAAAgMAAAIDAIAQgEmr9CQIAIBj95gH96wH96gEgG/3mAf3kASEWBSAPIAtHBEAgFiAc/eQBIRYLCyAQQQFrIRAgEA0ACwsgCyAW/QsEAAsgDUEQaiENDAALCyALQRBqIQsMAAsLIAoL';

/** The kernel with a memory of its own, of so many bytes. */
export function openLayoutKernel(bytes: number): { kernel: LayoutKernel; memory: WasmMemory } {
  const pages = Math.max(1, Math.ceil(bytes / pageBytes));
  const memory = createKernelMemory(pages, pages);
  return { kernel: instantiateKernel(layoutKernelBase64, memory) as LayoutKernel, memory };
}
