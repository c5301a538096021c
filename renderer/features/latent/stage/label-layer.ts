import { placeLabels, type LabelBox, type LabelCandidate } from '../model/place-labels.ts';
import { projectPlace, type MapView } from '../model/map-view.ts';
import styles from './map-stage.module.css';

export interface MapLabel {
  id: string;
  text: string;
  place: readonly [number, number, number];
  /** Higher goes first. */
  priority: number;
}

export interface MapMarker {
  id: string;
  /** query: a diamond, a hexagon for the second side; removed: hollow; failed: a cross; hit and neighbour: a number. */
  kind: 'query' | 'hit' | 'removed' | 'failed' | 'neighbour';
  text: string;
  title: string;
  place: readonly [number, number, number];
  /** Which of two compared settings it belongs to. */
  side: 0 | 1;
}

const labelFont = '600 12px system-ui, sans-serif';
const labelHeight = 20;
const labelPadding = 12;
/** Unit: CSS pixels. */
const markerSize = 20;
/** What moved less is left where it is. Unit: CSS pixels. */
const stillness = 0.5;

interface Shown {
  element: HTMLElement;
  x: number;
  y: number;
}

/** Names of clusters and marks over the picture: one layer of elements, moved by transforms alone. */
export class LabelLayer {
  readonly element = document.createElement('div');
  readonly #context = document.createElement('canvas').getContext('2d');
  readonly #widths = new Map<string, number>();
  readonly #shown = new Map<string, Shown>();
  #labels: readonly MapLabel[] = [];
  #markers: readonly MapMarker[] = [];
  #placed: ReadonlySet<string> = new Set();

  constructor() {
    this.element.className = styles['labels']!;
    // The clusters are in a list beside the map; here they would be read in the order of their size on every frame.
    this.element.setAttribute('aria-hidden', 'true');
  }

  set(labels: readonly MapLabel[], markers: readonly MapMarker[]): void {
    this.#labels = labels;
    this.#markers = markers;
    this.#clear();
  }

  /** Writes the labels that are shown into a picture. */
  paint(context: CanvasRenderingContext2D, scale: number): void {
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    for (const { element, x, y } of this.#shown.values()) {
      const { color, backgroundColor, font } = getComputedStyle(element);
      const width = element.offsetWidth;
      const height = element.offsetHeight;
      context.font = font;
      context.fillStyle = backgroundColor;
      context.fillRect(x - width / 2, y - height / 2, width, height);
      context.fillStyle = color;
      context.fillText(element.textContent, x, y);
    }
  }

  /** @param covered what lies over the picture, such as the legend */
  update(view: MapView, covered: readonly LabelBox[]): void {
    const kept = new Set<string>();
    const taken = [...covered];
    for (const marker of this.#markers) {
      const spot = projectPlace(view, ...marker.place);
      if (spot === null) continue;
      const id = `marker ${marker.id}`;
      kept.add(id);
      taken.push({ x: spot.x, y: spot.y, width: markerSize, height: markerSize });
      this.#move(id, spot.x, spot.y, () => markerElement(marker));
    }
    const texts = new Map(this.#labels.map((label) => [label.id, label.text]));
    const labels = placeLabels(this.#candidates(view), view, this.#placed, taken);
    this.#placed = new Set(labels.map(({ id }) => id));
    for (const { id, x, y } of labels) {
      kept.add(`label ${id}`);
      this.#move(`label ${id}`, x, y, () => labelElement(id, texts.get(id) ?? ''));
    }
    for (const [id, { element }] of this.#shown)
      if (!kept.has(id)) {
        element.remove();
        this.#shown.delete(id);
      }
  }

  /** Forgets what is shown, so that the next update writes every text anew. */
  #clear(): void {
    for (const { element } of this.#shown.values()) element.remove();
    this.#shown.clear();
  }

  /** The label at a place of the picture; its id. */
  at(x: number, y: number): string | null {
    for (const [id, shown] of this.#shown)
      if (id.startsWith('label ')) {
        const { offsetWidth: width, offsetHeight: height } = shown.element;
        if (Math.abs(shown.x - x) <= width / 2 && Math.abs(shown.y - y) <= height / 2) return id.slice('label '.length);
      }
    return null;
  }

  #candidates(view: MapView): LabelCandidate[] {
    return this.#labels.flatMap(({ id, text, place, priority }) => {
      const spot = projectPlace(view, ...place);
      if (spot === null) return [];
      // What is nearer goes first among clusters of like size.
      const nearness = view.referenceDepth / spot.depth;
      return [{ id, x: spot.x, y: spot.y, width: this.#width(text), height: labelHeight, priority: priority * nearness }];
    });
  }

  #width(text: string): number {
    const known = this.#widths.get(text);
    if (known !== undefined) return known;
    if (this.#context !== null) this.#context.font = labelFont;
    const width = (this.#context?.measureText(text).width ?? text.length * 7) + labelPadding;
    this.#widths.set(text, width);
    return width;
  }

  #move(id: string, x: number, y: number, make: () => HTMLElement): void {
    const before = this.#shown.get(id);
    if (before !== undefined && Math.abs(before.x - x) < stillness && Math.abs(before.y - y) < stillness) return;
    const element = before?.element ?? make();
    if (before === undefined) this.element.append(element);
    element.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) translate(-50%, -50%)`;
    this.#shown.set(id, { element, x, y });
  }
}

function labelElement(id: string, text: string): HTMLElement {
  const element = document.createElement('div');
  element.className = styles['label']!;
  element.textContent = text;
  element.dataset['label'] = id;
  return element;
}

function markerElement({ kind, text, title, side }: MapMarker): HTMLElement {
  const element = document.createElement('div');
  element.className = styles['marker']!;
  element.dataset['kind'] = kind;
  element.dataset['side'] = String(side);
  element.title = title;
  const words = document.createElement('span');
  words.textContent = text;
  element.append(words);
  return element;
}
