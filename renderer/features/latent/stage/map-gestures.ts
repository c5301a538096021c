import { boxCorners, type ScreenPoint } from '../model/lasso.ts';
import styles from './map-stage.module.css';

export const mapTools = ['move', 'lasso', 'box'] as const;
/** What dragging does. */
export type MapTool = (typeof mapTools)[number];

export interface GestureEvents {
  /** Where the pointer is, at most once a frame; null when it has left. */
  onHover: (place: ScreenPoint | null) => void;
  onPress: (place: ScreenPoint) => void;
  /** A line that was drawn around something. */
  onLasso: (line: readonly ScreenPoint[]) => void;
  /** The camera must hold still while a line is drawn. */
  onDrawing: (isDrawing: boolean) => void;
}

/** A press that moves farther is a drag. Unit: CSS pixels. */
const pressSlack = 4;
/** Between the corners of a lasso. Unit: CSS pixels. */
const lassoStep = 3;

/** What the pointer does on the map. The camera's own controls listen to the same element. */
export class MapGestures {
  tool: MapTool = 'move';
  readonly outline = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  readonly #line = document.createElementNS('http://www.w3.org/2000/svg', 'polygon');
  readonly #element: HTMLElement;
  readonly #events: GestureEvents;
  readonly #listeners = new AbortController();
  #pressed: ScreenPoint | null = null;
  #drawn: ScreenPoint[] | null = null;
  #hovered: ScreenPoint | null = null;
  #frame: number | null = null;

  constructor(element: HTMLElement, events: GestureEvents) {
    this.#element = element;
    this.#events = events;
    this.outline.setAttribute('class', styles['outline']!);
    this.outline.setAttribute('aria-hidden', 'true');
    this.outline.append(this.#line);
    const { signal } = this.#listeners;
    // Before the camera's controls hear of it, so that they can be held still.
    element.addEventListener('pointerdown', (event) => this.#down(event), { signal, capture: true });
    element.addEventListener('pointermove', (event) => this.#move(event), { signal });
    element.addEventListener('pointerup', (event) => this.#up(event), { signal });
    element.addEventListener('pointercancel', () => this.#end(), { signal });
    element.addEventListener('pointerleave', () => this.#hover(null), { signal });
  }

  dispose(): void {
    this.#listeners.abort();
    if (this.#frame !== null) cancelAnimationFrame(this.#frame);
  }

  #place(event: PointerEvent): ScreenPoint {
    const box = this.#element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  #down(event: PointerEvent): void {
    if (event.button !== 0) return;
    this.#pressed = this.#place(event);
    if (this.tool === 'move' && !event.shiftKey) return;
    this.#drawn = [this.#pressed];
    this.#element.setPointerCapture(event.pointerId);
    this.#events.onDrawing(true);
    this.#hover(null);
  }

  #move(event: PointerEvent): void {
    const place = this.#place(event);
    if (this.#drawn === null) {
      this.#hover(event.buttons === 0 ? place : null);
      return;
    }
    const first = this.#drawn[0]!;
    const last = this.#drawn.at(-1)!;
    if (this.tool === 'box') this.#drawn = [first, place];
    else if (Math.hypot(place.x - last.x, place.y - last.y) >= lassoStep) this.#drawn.push(place);
    this.#line.setAttribute(
      'points',
      this.#shape()
        .map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`)
        .join(' '),
    );
  }

  #up(event: PointerEvent): void {
    const [pressed, place, shape] = [this.#pressed, this.#place(event), this.#shape()];
    const wasDrawn = this.#drawn !== null && shape.length > 2;
    this.#end();
    if (pressed === null) return;
    if (wasDrawn) this.#events.onLasso(shape);
    else if (Math.hypot(place.x - pressed.x, place.y - pressed.y) <= pressSlack) this.#events.onPress(place);
  }

  #shape(): readonly ScreenPoint[] {
    const drawn = this.#drawn ?? [];
    return this.tool === 'box' && drawn.length === 2 ? boxCorners(drawn[0]!, drawn[1]!) : drawn;
  }

  #end(): void {
    if (this.#drawn !== null) this.#events.onDrawing(false);
    this.#pressed = null;
    this.#drawn = null;
    this.#line.removeAttribute('points');
  }

  #hover(place: ScreenPoint | null): void {
    this.#hovered = place;
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = null;
      this.#events.onHover(this.#hovered);
    });
  }
}
