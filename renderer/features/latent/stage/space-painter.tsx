import { createRoot, useFrame, type ReconcilerRoot, type RootStore } from '@react-three/fiber';
import type { ReactNode } from 'react';
import { NoToneMapping, type Camera, type PerspectiveCamera, type Scene, type WebGLRenderer } from 'three';
import { DensityPass } from './density-pass.ts';
import type { LinkLines } from './link-lines.ts';
import type { MapPainter, PainterHost } from './map-painter.ts';
import type { PointCloud } from './point-cloud.ts';

export interface SpaceScene {
  cloud: PointCloud;
  lines: LinkLines;
  camera: PerspectiveCamera;
}

/** More sharpness than that is not seen on points. A range follows the window from display to display. */
const restRatio = { software: 1, hardware: [1, 2] as [number, number] } as const;
/** While it moves: the processor fills pixels one by one, and hands each finished picture over. */
const coarseRatio = { software: 0.6, hardware: 1 } as const;

/** Draws with WebGL: a root of React Three Fiber on a canvas that outlives the screen, drawing on demand. */
export class SpacePainter implements MapPainter {
  readonly canvas = document.createElement('canvas');
  readonly #root: ReconcilerRoot<HTMLCanvasElement>;
  readonly #store: RootStore;
  readonly #scene: SpaceScene;
  #density: DensityPass | null = null;
  readonly #drawnBy: keyof typeof restRatio;
  #isCoarse = false;

  constructor(scene: SpaceScene, host: PainterHost, isSoftware: boolean) {
    this.#scene = scene;
    this.#drawnBy = isSoftware ? 'software' : 'hardware';
    this.#root = createRoot(this.canvas);
    void this.#root.configure({
      gl: { antialias: false, alpha: false, stencil: false, powerPreference: 'high-performance' },
      // The camera is the stage's own; fiber's events would look at every point on every move.
      camera: Object.assign(scene.camera, { manual: true }),
      frameloop: 'demand',
      flat: true,
      linear: true,
      dpr: restRatio[this.#drawnBy],
      size: { width: 1, height: 1, top: 0, left: 0 },
    });
    this.#store = this.#root.render(<Frames scene={scene} host={host} draw={this.#draw} />);
    this.#renderer.toneMapping = NoToneMapping;
  }

  get #renderer(): WebGLRenderer {
    return this.#store.getState().gl;
  }

  /** Whether the density can be shown on this machine. */
  get canShowDensity(): boolean {
    return DensityPass.isPossible(this.#renderer);
  }

  setSize(width: number, height: number): void {
    this.#store.getState().setSize(width, height, 0, 0);
  }

  setCoarse(isCoarse: boolean): void {
    if (isCoarse === this.#isCoarse) return;
    this.#isCoarse = isCoarse;
    this.#store.getState().setDpr((isCoarse ? coarseRatio : restRatio)[this.#drawnBy]);
  }

  invalidate(): void {
    this.#store.getState().invalidate();
  }

  setFrozen(isFrozen: boolean): void {
    this.#store.getState().setFrameloop(isFrozen ? 'never' : 'demand');
    if (!isFrozen) this.invalidate();
  }

  /** Draws at once, for a picture of what is shown. */
  drawNow(): void {
    const { gl, scene, camera } = this.#store.getState();
    this.#draw(gl, scene, camera);
  }

  dispose(): void {
    this.#density?.dispose();
    this.#root.unmount();
  }

  readonly #draw = (renderer: WebGLRenderer, scene: Scene, camera: Camera): void => {
    const { cloud, lines } = this.#scene;
    cloud.uniforms.pixelRatio.value = renderer.getPixelRatio();
    renderer.autoClear = true;
    if (!cloud.showsDensity) {
      renderer.setClearColor(cloud.uniforms.ground.value, 1);
      renderer.render(scene, camera);
      return;
    }
    this.#density ??= new DensityPass(cloud.uniforms.ground);
    this.#density.render(renderer, cloud.object, camera);
    renderer.autoClear = false;
    if (lines.object.visible) renderer.render(lines.object, camera);
  };
}

interface FramesProps {
  scene: SpaceScene;
  host: PainterHost;
  draw: (renderer: WebGLRenderer, scene: Scene, camera: Camera) => void;
}

/** What is in the picture, and what happens in every frame. The priority takes the drawing over from fiber. */
function Frames({ scene, host, draw }: FramesProps): ReactNode {
  useFrame((state, sinceSeconds) => {
    host.beforeFrame(sinceSeconds * 1000);
    draw(state.gl, state.scene, state.camera);
    host.afterFrame();
  }, 1);
  return (
    <>
      <primitive object={scene.cloud.object} />
      <primitive object={scene.lines.object} />
    </>
  );
}
