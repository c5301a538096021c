import { MOUSE, PerspectiveCamera, TOUCH, Vector3 } from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import { distanceToSee, type Sphere } from '../model/framing.ts';

/** What a saved view keeps. */
export interface CameraPose {
  position: readonly [number, number, number];
  target: readonly [number, number, number];
}

const fieldDegrees = 45;
/** A flight to another part of the map. Unit: ms. */
const flightMs = 450;
/** How much wider than what is framed the picture is. */
const margin = 1.05;

interface Flight {
  from: CameraPose;
  to: CameraPose;
  doneMs: number;
}

/** The camera with its controls: turning, moving, flights, and the view from above. */
export class MapCamera {
  readonly camera = new PerspectiveCamera(fieldDegrees, 1, 0.01, 1000);
  readonly controls: OrbitControls;
  readonly #invalidate: () => void;
  #flight: Flight | null = null;
  #isFlat = false;
  hasMotion = true;
  /** Somebody has turned, moved or zoomed it. */
  wasTaken = false;

  constructor(element: HTMLElement, invalidate: () => void) {
    this.#invalidate = invalidate;
    this.controls = new OrbitControls(this.camera, element);
    this.controls.zoomToCursor = true;
    this.controls.screenSpacePanning = true;
    this.controls.zoomSpeed = 1.4;
    this.controls.addEventListener('change', invalidate);
    this.controls.addEventListener('start', () => {
      this.#flight = null;
      this.wasTaken = true;
    });
    this.flat = false;
  }

  /** From above, without turning: what is moved then is the picture. */
  set flat(isFlat: boolean) {
    this.#isFlat = isFlat;
    this.controls.enableRotate = !isFlat;
    this.controls.mouseButtons = { LEFT: isFlat ? MOUSE.PAN : MOUSE.ROTATE, MIDDLE: MOUSE.DOLLY, RIGHT: MOUSE.PAN };
    this.controls.touches = { ONE: isFlat ? TOUCH.PAN : TOUCH.ROTATE, TWO: TOUCH.DOLLY_PAN };
  }

  get pose(): CameraPose {
    return { position: this.camera.position.toArray(), target: this.controls.target.toArray() };
  }

  setSize(width: number, height: number): void {
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
  }

  /** How far the camera stands from a sphere that fills the picture. */
  distanceOf(radius: number): number {
    return distanceToSee(radius * margin, fieldDegrees, this.camera.aspect);
  }

  /** Flies to where all of a sphere is seen, looking in the same direction as now. */
  frame({ centre, radius }: Sphere, isAtOnce: boolean): void {
    const target = new Vector3(...centre);
    const direction = this.camera.position.clone().sub(this.controls.target);
    if (this.#isFlat || direction.lengthSq() === 0) direction.set(0, 0, 1);
    direction.setLength(this.distanceOf(radius));
    this.go({ position: target.clone().add(direction).toArray(), target: target.toArray() }, isAtOnce);
  }

  /** Moves aside until a place is in the middle, without turning or coming nearer. */
  pan(target: CameraPose['target']): void {
    const way = new Vector3(...target).sub(this.controls.target);
    this.go({ position: this.camera.position.clone().add(way).toArray(), target }, false);
  }

  go(to: CameraPose, isAtOnce: boolean): void {
    if (isAtOnce || !this.hasMotion) {
      this.#flight = null;
      this.#stand(to);
    } else this.#flight = { from: this.pose, to, doneMs: 0 };
    this.#invalidate();
  }

  setBounds({ radius }: Sphere): void {
    const far = this.distanceOf(radius);
    this.controls.minDistance = radius * 0.02;
    this.controls.maxDistance = far * 5;
    this.camera.near = radius * 0.005;
    this.camera.far = far * 10;
    this.camera.updateProjectionMatrix();
  }

  /** Before a frame; true while it moves by itself. */
  update(sinceMs: number): boolean {
    if (this.#flight !== null) {
      const { from, to } = this.#flight;
      this.#flight.doneMs += Math.min(sinceMs, 50);
      const share = Math.min(1, this.#flight.doneMs / flightMs);
      const eased = share * share * (3 - 2 * share);
      const between = (a: CameraPose['target'], b: CameraPose['target']): [number, number, number] => [
        a[0] + (b[0] - a[0]) * eased,
        a[1] + (b[1] - a[1]) * eased,
        a[2] + (b[2] - a[2]) * eased,
      ];
      this.#stand({ position: between(from.position, to.position), target: between(from.target, to.target) });
      if (share === 1) this.#flight = null;
    }
    this.controls.update();
    this.camera.updateMatrixWorld();
    return this.#flight !== null;
  }

  dispose(): void {
    this.controls.dispose();
  }

  #stand({ position, target }: CameraPose): void {
    this.camera.position.set(...position);
    this.controls.target.set(...target);
    this.camera.lookAt(this.controls.target);
  }
}
