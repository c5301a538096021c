import { pointDiameter, projectPlace, type MapView } from '../model/map-view.ts';
import { flagDimmed, flagFocused, flagHidden, flagMarked } from '../model/point-flags.ts';
import type { Link } from './link-lines.ts';
import type { MapPainter, PainterHost } from './map-painter.ts';

export interface PlainScene {
  view: () => MapView;
  positions: () => Float32Array;
  flags: () => Uint8Array;
  drawn: () => number;
  /** A colour of CSS for each index, and which index each point has. */
  palette: () => readonly string[];
  colours: () => Uint8Array;
  links: () => readonly Link[];
  ground: () => string;
}

/** A frame of more points takes too long without a graphics card: a fair sample is drawn. */
const mostPoints = 60_000;

/** Draws on a plain canvas, for machines without any WebGL: the same camera, picking and labels, small squares for discs. */
export class PlainPainter implements MapPainter {
  readonly canvas = document.createElement('canvas');
  readonly #context = this.canvas.getContext('2d');
  readonly #scene: PlainScene;
  readonly #host: PainterHost;
  #isFrozen = false;
  #frame: number | null = null;
  #lastFrame = 0;

  constructor(scene: PlainScene, host: PainterHost) {
    this.#scene = scene;
    this.#host = host;
  }

  /** A plain canvas has no cheaper pixels: only fewer points help. */
  setCoarse(): void {}

  setSize(width: number, height: number): void {
    const ratio = Math.min(window.devicePixelRatio, 2);
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${height}px`;
    this.invalidate();
  }

  invalidate(): void {
    if (this.#isFrozen || this.#frame !== null) return;
    this.#frame = requestAnimationFrame((now) => {
      this.#frame = null;
      const since = now - this.#lastFrame;
      this.#lastFrame = now;
      this.#host.beforeFrame(since);
      this.#draw();
      this.#host.afterFrame();
    });
  }

  setFrozen(isFrozen: boolean): void {
    this.#isFrozen = isFrozen;
    if (!isFrozen) this.invalidate();
  }

  dispose(): void {
    this.#isFrozen = true;
    if (this.#frame !== null) cancelAnimationFrame(this.#frame);
  }

  #draw(): void {
    const context = this.#context;
    if (context === null) return;
    const view = this.#scene.view();
    context.setTransform(this.canvas.width / view.width, 0, 0, this.canvas.height / view.height, 0, 0);
    context.fillStyle = this.#scene.ground();
    context.fillRect(0, 0, view.width, view.height);
    // Dimmed first, so that what is bright lies above.
    for (const dimmed of [true, false]) {
      context.globalAlpha = dimmed ? 0.18 : 0.85;
      this.#drawPoints(context, view, dimmed);
    }
    context.globalAlpha = 1;
    for (const { from, to, colour } of this.#scene.links()) {
      const [start, end] = [projectPlace(view, ...from), projectPlace(view, ...to)];
      if (start === null || end === null) continue;
      context.strokeStyle = colour;
      context.beginPath();
      context.moveTo(start.x, start.y);
      context.lineTo(end.x, end.y);
      context.stroke();
    }
  }

  #drawPoints(context: CanvasRenderingContext2D, view: MapView, dimmed: boolean): void {
    const { positions, flags, drawn, palette, colours } = this.#scene;
    const [place, flag, colour, names] = [positions(), flags(), colours(), palette()];
    const count = Math.min(drawn(), mostPoints);
    for (let point = 0; point < count; point += 1) {
      const bits = flag[point]!;
      if ((bits & flagHidden) !== 0 || ((bits & flagDimmed) !== 0) !== dimmed) continue;
      const spot = projectPlace(view, place[point * 3]!, place[point * 3 + 1]!, place[point * 3 + 2]!);
      if (spot === null) continue;
      const size = pointDiameter(view, spot.depth) * ((bits & flagFocused) !== 0 ? 2.5 : (bits & flagMarked) !== 0 ? 1.6 : 0.9);
      context.fillStyle = names[colour[point]!] ?? '#888';
      context.fillRect(spot.x - size / 2, spot.y - size / 2, size, size);
    }
  }
}
