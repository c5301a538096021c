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
 * All points in one draw. Colours and flags are written in place; buffers are made anew when the number of points changes or a movement has ended, since three
 * never frees the buffer of an attribute that is replaced.
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

  /** Three numbers a point, kept and not copied. `moves` keeps where they were, so that `mixing` from 0 to 1 takes them there. */
  setPositions(positions: Float32Array, moves: boolean): void {
    const count = positions.length / 3;
    const canMove = moves && count === this.#count && this.#drawn > 0;
    const were = canMove ? this.#shownPlaces() : null;
    if (count !== this.#count) this.#rebuild(positions);
    else {
      const { position } = this.#attributes();
      position.array = positions;
      position.needsUpdate = true;
      this.#setOrigin(were);
    }
    this.uniforms.mixing.value = canMove ? 0 : 1;
    this.drawn = count;
  }

  /** Takes points farther to where they go, by a share of the way. Once there, where they came from is held no more. */
  move(share: number): void {
    const { mixing } = this.uniforms;
    if (mixing.value === 1) return;
    mixing.value = Math.min(1, mixing.value + share);
    if (mixing.value === 1) this.#setOrigin(null);
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

  /** Where points are seen at this moment, on their way or not. */
  #shownPlaces(): Float32Array {
    const { position, origin } = this.#attributes();
    const shown = new Float32Array(position.array);
    const at = this.uniforms.mixing.value;
    if (origin === position) return shown;
    for (let index = 0; index < shown.length; index += 1) {
      const from = origin.array[index]!;
      shown[index] = from + (shown[index]! - from) * at;
    }
    return shown;
  }

  /** Points that stay come from where they are: one buffer is both. */
  #setOrigin(places: Float32Array | null): void {
    const { geometry } = this.object;
    const { position, origin } = this.#attributes();
    // With the buffer of an attribute that goes, all of them are freed, and made again from what is kept here.
    if (origin !== position) geometry.dispose();
    geometry.setAttribute('origin', places === null ? position : new BufferAttribute(places, 3));
  }

  #rebuild(positions: Float32Array): void {
    const count = positions.length / 3;
    this.object.geometry.dispose();
    const geometry = new BufferGeometry();
    const position = new BufferAttribute(positions, 3).setUsage(DynamicDrawUsage);
    geometry.setAttribute('position', position);
    geometry.setAttribute('origin', position);
    geometry.setAttribute('state', new BufferAttribute(new Uint8Array(count * 4), 4).setUsage(DynamicDrawUsage));
    // Never computed from a million positions.
    geometry.boundingSphere = new Sphere();
    this.object.geometry = geometry;
    this.#count = count;
    this.#drawn = 0;
  }
}
