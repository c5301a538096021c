import {
  AddEquation,
  BufferAttribute,
  BufferGeometry,
  Color,
  CustomBlending,
  DataTexture,
  DynamicDrawUsage,
  NearestFilter,
  NoBlending,
  OneFactor,
  Points,
  RGBAFormat,
  ShaderMaterial,
  Sphere,
  Vector2,
  type Vector3,
} from 'three';
import type { MapColour } from '../model/palette.ts';
import { colourBytes } from '../model/palette.ts';
import { densityFragmentShader, discFragmentShader, pointVertexShader } from './point-shader.ts';

/**
 * All points in one draw. Positions, colours and flags are written in place; buffers are made anew only when the number of points changes, since three never
 * frees the buffer of an attribute that is replaced.
 */
export class PointCloud {
  readonly object: Points<BufferGeometry, ShaderMaterial>;
  readonly #discs: ShaderMaterial;
  readonly #density: ShaderMaterial;
  readonly #palette = new DataTexture(new Uint8Array(256 * 4), 256, 1, RGBAFormat);
  readonly uniforms;
  #count = 0;
  #drawn = 0;

  constructor() {
    this.#palette.minFilter = NearestFilter;
    this.#palette.magFilter = NearestFilter;
    this.uniforms = {
      palette: { value: this.#palette },
      ground: { value: new Color() },
      focusColour: { value: new Color() },
      mixing: { value: 1 },
      pointPixels: { value: 4 },
      referenceDepth: { value: 1 },
      pixelRatio: { value: 1 },
      /** Depths between which colours fade into the ground. */
      fade: { value: new Vector2(0, 1) },
    };
    this.#discs = new ShaderMaterial({
      uniforms: this.uniforms,
      vertexShader: pointVertexShader,
      fragmentShader: discFragmentShader,
      blending: NoBlending,
    });
    this.#density = new ShaderMaterial({
      uniforms: this.uniforms,
      vertexShader: pointVertexShader,
      fragmentShader: densityFragmentShader,
      blending: CustomBlending,
      blendEquation: AddEquation,
      blendSrc: OneFactor,
      blendDst: OneFactor,
      depthTest: false,
      depthWrite: false,
    });
    this.object = new Points(new BufferGeometry(), this.#discs);
    // The shader moves points; what three would cull by is not where they are.
    this.object.frustumCulled = false;
  }

  get count(): number {
    return this.#count;
  }

  /** Points that are drawn: the first so many. */
  get drawn(): number {
    return this.#drawn;
  }

  set drawn(drawn: number) {
    this.#drawn = Math.min(drawn, this.#count);
    this.object.geometry.setDrawRange(0, this.#drawn);
  }

  /** Three numbers a point. `moves` keeps where they were, so that `mixing` from 0 to 1 takes them there. */
  setPositions(positions: Float32Array, moves: boolean): void {
    const count = positions.length / 3;
    if (count !== this.#count) this.#rebuild(count);
    const { position, origin } = this.#attributes();
    const canMove = moves && count === this.#count && this.#drawn > 0;
    const at = this.uniforms.mixing.value;
    const from = origin.array as Float32Array;
    const to = position.array as Float32Array;
    if (canMove) for (let index = 0; index < from.length; index += 1) from[index]! += (to[index]! - from[index]!) * at;
    else from.set(positions);
    to.set(positions);
    position.needsUpdate = true;
    origin.needsUpdate = true;
    this.uniforms.mixing.value = canMove ? 0 : 1;
    this.drawn = count;
  }

  setColours(colours: Uint8Array, palette: readonly MapColour[], theme: keyof MapColour): void {
    const texels = this.#palette.image.data as Uint8Array;
    for (const [index, colour] of palette.entries()) texels.set([...colourBytes(colour, theme), 255], index * 4);
    this.#palette.needsUpdate = true;
    this.#writeState(colours, 0);
  }

  setFlags(flags: Uint8Array): void {
    this.#writeState(flags, 1);
  }

  set showsDensity(showsDensity: boolean) {
    this.object.material = showsDensity ? this.#density : this.#discs;
  }

  get showsDensity(): boolean {
    return this.object.material === this.#density;
  }

  /** Where the camera is, for the fading. */
  setFade(cameraPosition: Vector3, centre: Vector3, radius: number): void {
    const distance = cameraPosition.distanceTo(centre);
    this.uniforms.fade.value.set(Math.max(0, distance - radius * 0.6), distance + radius * 1.4);
  }

  dispose(): void {
    this.object.geometry.dispose();
    this.#discs.dispose();
    this.#density.dispose();
    this.#palette.dispose();
  }

  #writeState(bytes: Uint8Array, offset: number): void {
    const { state } = this.#attributes();
    const array = state.array as Uint8Array;
    const count = Math.min(bytes.length, this.#count);
    for (let point = 0; point < count; point += 1) array[point * 4 + offset] = bytes[point]!;
    state.needsUpdate = true;
  }

  #attributes(): Record<'position' | 'origin' | 'state', BufferAttribute> {
    return this.object.geometry.attributes as Record<'position' | 'origin' | 'state', BufferAttribute>;
  }

  #rebuild(count: number): void {
    this.object.geometry.dispose();
    const geometry = new BufferGeometry();
    const attribute = (array: Float32Array | Uint8Array, size: number): BufferAttribute =>
      new BufferAttribute(array, size).setUsage(DynamicDrawUsage);
    geometry.setAttribute('position', attribute(new Float32Array(count * 3), 3));
    geometry.setAttribute('origin', attribute(new Float32Array(count * 3), 3));
    geometry.setAttribute('state', attribute(new Uint8Array(count * 4), 4));
    // Never computed from a million positions.
    geometry.boundingSphere = new Sphere();
    this.object.geometry = geometry;
    this.#count = count;
    this.#drawn = 0;
  }
}
