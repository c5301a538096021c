import {
  HalfFloatType,
  Mesh,
  NoBlending,
  OrthographicCamera,
  PlaneGeometry,
  ShaderMaterial,
  Vector2,
  WebGLRenderTarget,
  type Camera,
  type Color,
  type Object3D,
  type WebGLRenderer,
} from 'three';
import { densityScreenShader, screenVertexShader } from './point-shader.ts';

/** Sums what points add into a target of half floats, then shows the mean colours as dense as they are: no order of drawing, no burning out to white. */
export class DensityPass {
  readonly #target = new WebGLRenderTarget(1, 1, { type: HalfFloatType, depthBuffer: false });
  readonly #camera = new OrthographicCamera();
  readonly #screen: Mesh<PlaneGeometry, ShaderMaterial>;
  readonly #size = new Vector2();

  constructor(ground: { value: Color }) {
    const material = new ShaderMaterial({
      uniforms: { sums: { value: this.#target.texture }, ground },
      vertexShader: screenVertexShader,
      fragmentShader: densityScreenShader,
      blending: NoBlending,
      depthTest: false,
      depthWrite: false,
    });
    this.#screen = new Mesh(new PlaneGeometry(2, 2), material);
    this.#screen.frustumCulled = false;
  }

  /** Whether this graphics card can add up half floats. */
  static isPossible(renderer: WebGLRenderer): boolean {
    return renderer.extensions.has('EXT_color_buffer_float') || renderer.extensions.has('EXT_color_buffer_half_float');
  }

  render(renderer: WebGLRenderer, points: Object3D, camera: Camera): void {
    renderer.getDrawingBufferSize(this.#size);
    this.#target.setSize(this.#size.x, this.#size.y);
    renderer.setRenderTarget(this.#target);
    renderer.setClearColor(0x000000, 0);
    renderer.clear();
    renderer.render(points, camera);
    renderer.setRenderTarget(null);
    renderer.render(this.#screen, this.#camera);
  }

  dispose(): void {
    this.#target.dispose();
    this.#screen.geometry.dispose();
    this.#screen.material.dispose();
  }
}
