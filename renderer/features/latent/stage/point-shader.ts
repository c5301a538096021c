import { leastPointPixels, mostPointPixels } from '../model/map-view.ts';
import { flagDimmed, flagFocused, flagHidden, flagMarked } from '../model/point-flags.ts';

const has = (flag: number): string => `mod(floor(flags / ${flag.toFixed(1)}), 2.0) >= 1.0`;

/** `state`: index of the colour, flags (point-flags.ts). Sizes follow `pointDiameter` of map-view.ts. */
export const pointVertexShader = /* glsl */ `
attribute vec3 origin;
attribute vec4 state;
uniform sampler2D palette;
uniform vec3 ground;
uniform float mixing;
uniform float pointPixels;
uniform float referenceDepth;
uniform float pixelRatio;
uniform vec2 fade;
varying vec3 colour;
varying float isFocused;
varying float diameter;

void main() {
  vec4 clip = projectionMatrix * (modelViewMatrix * vec4(mix(origin, position, mixing), 1.0));
  float flags = floor(state.y + 0.5);
  bool dimmed = ${has(flagDimmed)};
  bool marked = ${has(flagMarked)};
  bool focused = ${has(flagFocused)};
  float pixels = clamp(pointPixels * referenceDepth / clip.w, ${leastPointPixels.toFixed(1)}, ${mostPointPixels.toFixed(1)});
  if (marked) pixels = max(pixels * 1.5, 7.0);
  if (focused) pixels = max(pixels * 1.6, 14.0);
  if (dimmed) pixels = max(pixels * 0.75, 1.5);
  isFocused = focused ? 1.0 : 0.0;
  diameter = pixels;
  colour = texelFetch(palette, ivec2(int(state.x + 0.5), 0), 0).rgb;
  float far = clamp((clip.w - fade.x) / max(fade.y - fade.x, 0.0001), 0.0, 1.0);
  colour = mix(colour, ground, marked ? far * 0.25 : far * 0.6);
  if (dimmed) colour = mix(ground, colour, 0.22);
  // Three layers of depth: the focused point, then what is bright, then what is dimmed; each keeps its own order from front to back.
  float z = clip.z / clip.w * 0.5 + 0.5;
  z = focused ? z * 0.01 : dimmed ? 0.5 + z * 0.49 : 0.01 + z * 0.49;
  clip.z = (z * 2.0 - 1.0) * clip.w;
  gl_Position = ${has(flagHidden)} ? vec4(2.0, 2.0, 2.0, 1.0) : clip;
  gl_PointSize = pixels * pixelRatio;
}
`;

/** Discs without blending: any order of drawing comes out the same, and depth is seen. */
export const discFragmentShader = /* glsl */ `
uniform vec3 ground;
uniform vec3 focusColour;
varying vec3 colour;
varying float isFocused;
varying float diameter;

void main() {
  vec2 off = gl_PointCoord * 2.0 - 1.0;
  float away = dot(off, off);
  if (away > 1.0) discard;
  float rim = diameter < 4.0 ? 0.0 : smoothstep(0.5, 1.0, away) * 0.45;
  vec3 shown = mix(colour, ground, rim);
  if (isFocused > 0.5) shown = away > 0.5 ? focusColour : away > 0.32 ? ground : colour;
  gl_FragColor = vec4(shown, 1.0);
}
`;

/** For the density: what each point adds of its colour and of its weight, whatever the order. */
export const densityFragmentShader = /* glsl */ `
varying vec3 colour;

void main() {
  vec2 off = gl_PointCoord * 2.0 - 1.0;
  float away = dot(off, off);
  if (away > 1.0) discard;
  float weight = (1.0 - away) * 0.35;
  gl_FragColor = vec4(colour * weight, weight);
}
`;

export const screenVertexShader = /* glsl */ `
varying vec2 place;

void main() {
  place = position.xy * 0.5 + 0.5;
  gl_Position = vec4(position.xy, 0.0, 1.0);
}
`;

/** The mean colour, as opaque as the sum of weights. */
export const densityScreenShader = /* glsl */ `
uniform sampler2D sums;
uniform vec3 ground;
varying vec2 place;

void main() {
  vec4 sum = texture2D(sums, place);
  vec3 mean = sum.a > 0.0 ? sum.rgb / sum.a : ground;
  gl_FragColor = vec4(mix(ground, mean, 1.0 - exp(-sum.a)), 1.0);
}
`;
