export interface WebGlSupport {
  /** Whether the map can be drawn in space at all. */
  isPossible: boolean;
  /** No graphics card does it: the processor draws. */
  isSoftware: boolean;
  /** What draws, in its own words; empty where it does not say. */
  renderer: string;
}

const softwareNames = /swiftshader|llvmpipe|softpipe|software|basic render/i;

/** Tries for a context, as nothing else tells. The context is given back at once. */
export function probeWebGl(canvas: HTMLCanvasElement = document.createElement('canvas')): WebGlSupport {
  const context = canvas.getContext('webgl2');
  if (context === null) return { isPossible: false, isSoftware: false, renderer: '' };
  const info = context.getExtension('WEBGL_debug_renderer_info');
  const named: unknown = context.getParameter(info === null ? context.RENDERER : info.UNMASKED_RENDERER_WEBGL);
  const renderer = typeof named === 'string' ? named : '';
  context.getExtension('WEBGL_lose_context')?.loseContext();
  return { isPossible: true, isSoftware: softwareNames.test(renderer), renderer };
}
