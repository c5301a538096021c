import { Matrix4, Vector3 } from 'three';
import type { Sphere } from '../model/framing.ts';
import { pointsInside } from '../model/lasso.ts';
import { DetailBudget } from '../model/level-of-detail.ts';
import { basePointPixels, projectPlace, type MapView, type ScreenPlace } from '../model/map-view.ts';
import type { MapColour } from '../model/palette.ts';
import { PickGrid } from '../model/pick-grid.ts';
import type { PickCloud } from '../model/pick-point.ts';
import type { LabelBox } from '../model/place-labels.ts';
import { LabelLayer, type MapLabel, type MapMarker } from './label-layer.ts';
import { LinkLines, type Link } from './link-lines.ts';
import { MapCamera, type CameraPose } from './map-camera.ts';
import { MapGestures, type MapTool } from './map-gestures.ts';
import type { MapPainter, PainterHost } from './map-painter.ts';
import styles from './map-stage.module.css';
import { PlainPainter } from './plain-painter.ts';
import { PointCloud } from './point-cloud.ts';
import { readSurface, type SurfaceColours } from './surface-colours.ts';
import { SpacePainter } from './space-painter.tsx';
import { probeWebGl, type WebGlSupport } from './web-gl-support.ts';

export interface StageEvents {
  onHover: (point: number | null, place: ScreenPlace | null) => void;
  onPick: (point: number | null) => void;
  onSelect: (points: Uint32Array) => void;
  onPressLabel: (id: string) => void;
}

export type StageState = 'drawing' | 'lost' | 'plain';

/** Points that take this long to go where a new layout has them. Unit: ms. */
const settleMs = 380;
/** After a loss the graphics card is given this long before the canvas is made anew. Unit: ms. */
const patienceMs = 5_000;

/** How much of the map is seen around a point that is flown to. */
const closeShare = 0.22;

const nobody: StageEvents = { onHover() {}, onPick() {}, onSelect() {}, onPressLabel() {} };

/**
 * The picture of the map: canvas, camera, labels and gestures, made once and kept while the window lives. A screen attaches it while it is shown; detached, it
 * draws nothing and keeps everything, so that coming back costs no context and no upload.
 */
export class MapStage implements PainterHost {
  readonly element = document.createElement('div');
  readonly support: WebGlSupport;
  #events: StageEvents = nobody;
  readonly #listeners = new Set<() => void>();
  readonly #cloud = new PointCloud();
  readonly #lines = new LinkLines();
  readonly #labels = new LabelLayer();
  readonly #camera: MapCamera;
  readonly #gestures: MapGestures;
  readonly #matrix = new Matrix4();
  readonly #centre = new Vector3();
  readonly #resizes = new ResizeObserver(() => this.#resize());
  #painter!: MapPainter;
  #state: StageState = 'drawing';
  #around: Sphere = { centre: [0, 0, 0], radius: 1 };
  #positions: Float32Array = new Float32Array(0);
  #flags: Uint8Array = new Uint8Array(0);
  #colours: { bytes: Uint8Array; palette: readonly MapColour[] } = { bytes: new Uint8Array(0), palette: [] };
  #links: readonly Link[] = [];
  #size = { width: 1, height: 1 };
  #movingUntil = 0;
  #covers: readonly LabelBox[] | null = null;
  readonly #grid = new PickGrid();
  readonly #budget: DetailBudget;
  #patience: ReturnType<typeof setTimeout> | undefined;
  #theme: keyof MapColour = 'light';
  #surface: SurfaceColours = { ground: '#fff', focus: '#00f', text: '#000' };

  constructor(support: WebGlSupport = probeWebGl()) {
    this.support = support;
    this.#budget = new DetailBudget(support.isSoftware || !support.isPossible);
    this.element.className = styles['stage']!;
    this.#camera = new MapCamera(this.element, () => this.#moved());
    this.#gestures = new MapGestures(this.element, {
      onHover: (place) => this.#hover(place),
      onPress: (place) => this.#press(place.x, place.y),
      onLasso: (line) => this.#events.onSelect(pointsInside(this.#pickCloud(), this.view, line)),
      onDrawing: (isDrawing) => {
        this.#camera.controls.enabled = !isDrawing;
      },
    });
    this.#mountPainter();
    this.element.append(this.#labels.element, this.#gestures.outline);
    this.#resizes.observe(this.element);
  }

  get state(): StageState {
    return this.#state;
  }

  get canShowDensity(): boolean {
    return this.#painter instanceof SpacePainter && this.#painter.canShowDensity;
  }

  get pose(): CameraPose {
    return this.#camera.pose;
  }

  get textColour(): string {
    return this.#surface.text;
  }

  /** Frames that were drawn, and points in the last one; for measuring. */
  frames = 0;

  get drawn(): number {
    return this.#cloud.drawn;
  }

  /** Hears of every change of `state` until the returned function is called. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Who hears of what people do with the picture; one at a time. */
  listen(events: StageEvents): void {
    this.#events = events;
  }

  /** Shows the stage in a container until the returned function is called. */
  attach(container: HTMLElement): () => void {
    container.prepend(this.element);
    this.#resize();
    this.#painter.setFrozen(false);
    return () => {
      this.#painter.setFrozen(true);
      this.element.remove();
      this.#events = nobody;
    };
  }

  /** Shows other positions, three numbers a point; `moves` lets the points go there. */
  setPositions(positions: Float32Array, around: Sphere, moves: boolean): void {
    this.#cloud.setPositions(positions, moves && this.#camera.hasMotion);
    this.#positions = positions;
    this.#grid.clear();
    if (this.#flags.length * 3 !== positions.length) this.#flags = new Uint8Array(positions.length / 3);
    this.#around = around;
    this.#centre.set(...around.centre);
    this.#camera.setBounds(around);
    this.#cloud.uniforms.pointPixels.value = basePointPixels(this.#cloud.count);
    // Until somebody has taken the camera, it follows the map while that finds its shape.
    if (!this.#camera.wasTaken) this.frame(around, true);
    this.#painter.invalidate();
  }

  setColours(bytes: Uint8Array, palette: readonly MapColour[]): void {
    this.#colours = { bytes, palette };
    this.#applySurface();
  }

  setFlags(flags: Uint8Array): void {
    this.#flags = flags;
    this.#cloud.setFlags(flags);
    this.#painter.invalidate();
  }

  setLinks(links: readonly Link[]): void {
    this.#links = links;
    this.#lines.set(links);
    this.#painter.invalidate();
  }

  setLabels(labels: readonly MapLabel[], markers: readonly MapMarker[]): void {
    this.#labels.set(labels, markers);
    this.#painter.invalidate();
  }

  setTool(tool: MapTool): void {
    this.#gestures.tool = tool;
    this.element.dataset['tool'] = tool;
  }

  setFlat(isFlat: boolean): void {
    this.#camera.flat = isFlat;
  }

  setDensity(showsDensity: boolean): void {
    this.#cloud.showsDensity = showsDensity && this.canShowDensity;
    this.#painter.invalidate();
  }

  setMotion(hasMotion: boolean): void {
    this.#camera.hasMotion = hasMotion;
    this.#camera.controls.enableDamping = hasMotion;
  }

  /** The appearance has changed, or may have. */
  setTheme(theme: keyof MapColour): void {
    this.#theme = theme;
    this.#applySurface();
  }

  frame(sphere: Sphere = this.#around, isAtOnce = false): void {
    this.#camera.frame(sphere, isAtOnce);
  }

  /** Brings a point into view: near it where `isNear`, else only if it stands outside of the middle of the picture. */
  show(point: number, isNear: boolean): void {
    const at = point * 3;
    if (at >= this.#positions.length) return;
    const centre = [this.#positions[at]!, this.#positions[at + 1]!, this.#positions[at + 2]!] as const;
    if (isNear) {
      this.frame({ centre, radius: this.#around.radius * closeShare });
      return;
    }
    const place = this.screenPlace(point);
    const { width, height } = this.#size;
    const isSeen = place !== null && Math.abs(place.x / width - 0.5) < 0.38 && Math.abs(place.y / height - 0.5) < 0.38;
    if (!isSeen) this.#camera.pan(centre);
  }

  go(pose: CameraPose): void {
    this.#camera.go(pose, false);
  }

  screenPlace(point: number): ScreenPlace | null {
    if (point * 3 >= this.#positions.length) return null;
    return projectPlace(this.view, this.#positions[point * 3]!, this.#positions[point * 3 + 1]!, this.#positions[point * 3 + 2]!);
  }

  /** What is shown, as a PNG with labels. */
  async picture(): Promise<Blob | null> {
    const { canvas } = this.#painter;
    this.#painter.setCoarse(false);
    const picture = document.createElement('canvas');
    picture.width = canvas.width;
    picture.height = canvas.height;
    const context = picture.getContext('2d');
    if (context === null) return null;
    // In the same task as the drawing, while the buffer still holds it.
    if (this.#painter instanceof SpacePainter) this.#painter.drawNow();
    context.drawImage(canvas, 0, 0);
    this.#labels.paint(context, canvas.width / this.#size.width);
    return new Promise((resolve) => {
      picture.toBlob(resolve, 'image/png');
    });
  }

  get view(): MapView {
    return {
      matrix: this.#matrix.elements,
      ...this.#size,
      pointPixels: this.#cloud.uniforms.pointPixels.value,
      referenceDepth: this.#cloud.uniforms.referenceDepth.value,
    };
  }

  beforeFrame(sinceMs: number): void {
    const { camera } = this.#camera;
    const flies = this.#camera.update(sinceMs);
    this.#matrix.multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
    const { uniforms } = this.#cloud;
    uniforms.referenceDepth.value = this.#camera.distanceOf(this.#around.radius);
    this.#cloud.setFade(camera.position, this.#centre, this.#around.radius);
    this.#cloud.move(Math.min(sinceMs, 50) / settleMs);
    const moves = flies || uniforms.mixing.value < 1 || performance.now() < this.#movingUntil;
    this.#cloud.drawn = this.#budget.next(moves, sinceMs, this.#cloud.count);
    this.#painter.setCoarse(moves && (this.support.isSoftware || this.#cloud.drawn < this.#cloud.count));
    if (moves) this.#painter.invalidate();
    // Once at rest, all of the points.
    else if (this.#movingUntil !== 0) this.#movingUntil = 0;
  }

  afterFrame(): void {
    this.frames += 1;
    this.#labels.update(this.view, this.#covered());
  }

  /** Where something of the screen lies over the picture; looked at when the camera rests, since that lays the page out. */
  #covered(): readonly LabelBox[] {
    if (this.#movingUntil === 0 || this.#covers === null) this.#covers = this.#findCovers();
    return this.#covers;
  }

  #findCovers(): LabelBox[] {
    const covers = this.element.parentElement?.querySelectorAll<HTMLElement>(':scope > [data-covers]') ?? [];
    return Array.from(covers, ({ offsetLeft, offsetTop, offsetWidth: width, offsetHeight: height }) => ({
      x: offsetLeft + width / 2,
      y: offsetTop + height / 2,
      width,
      height,
    }));
  }

  #moved(): void {
    this.#movingUntil = performance.now() + 150;
    // What was under the pointer is somewhere else.
    this.#events.onHover(null, null);
    this.#painter.invalidate();
  }

  /** A point comes before a name that lies over it. */
  #press(x: number, y: number): void {
    const point = this.#pick(x, y);
    const label = point === null ? this.#labels.at(x, y) : null;
    if (label === null) this.#events.onPick(point);
    else this.#events.onPressLabel(label);
  }

  #hover(place: { x: number; y: number } | null): void {
    const point = place === null ? null : this.#pick(place.x, place.y);
    const isLabel = place !== null && point === null && this.#labels.at(place.x, place.y) !== null;
    this.element.dataset['over'] = point !== null ? 'point' : isLabel ? 'label' : 'ground';
    this.#events.onHover(point, point === null ? null : this.screenPlace(point));
  }

  #pick(x: number, y: number): number | null {
    const point = this.#grid.pick(this.#pickCloud(), this.view, x, y);
    return point === -1 ? null : point;
  }

  #pickCloud(): PickCloud {
    return { positions: this.#positions, flags: this.#flags, drawn: this.#cloud.count };
  }

  #resize(): void {
    const { clientWidth: width, clientHeight: height } = this.element;
    if (width === 0 || height === 0) return;
    this.#size = { width, height };
    this.#events.onHover(null, null);
    this.#camera.setSize(width, height);
    this.#painter.setSize(width, height);
    this.#painter.invalidate();
  }

  #applySurface(): void {
    this.#surface = readSurface(this.element);
    this.#cloud.uniforms.ground.value.setStyle(this.#surface.ground, '');
    this.#cloud.uniforms.focusColour.value.setStyle(this.#surface.focus, '');
    this.#cloud.setColours(this.#colours.bytes, this.#colours.palette, this.#theme);
    this.#painter.invalidate();
  }

  #mountPainter(): void {
    this.#painter = this.support.isPossible ? this.#spacePainter() : this.#plainPainter();
    this.element.prepend(this.#painter.canvas);
    this.#tell(this.support.isPossible ? 'drawing' : 'plain');
  }

  #plainPainter(): PlainPainter {
    return new PlainPainter(
      {
        view: () => this.view,
        positions: () => this.#positions,
        flags: () => this.#flags,
        drawn: () => this.#cloud.drawn,
        palette: () => this.#colours.palette.map((colour) => colour[this.#theme]),
        colours: () => this.#colours.bytes,
        links: () => this.#links,
        ground: () => this.#surface.ground,
      },
      this,
    );
  }

  #spacePainter(): SpacePainter {
    const painter = new SpacePainter(
      { cloud: this.#cloud, lines: this.#lines, camera: this.#camera.camera },
      this,
      this.support.isSoftware,
    );
    painter.canvas.addEventListener('webglcontextlost', (event) => {
      // Without this the context would never come back.
      event.preventDefault();
      this.#tell('lost');
      this.#patience = setTimeout(() => this.#remount(), patienceMs);
    });
    // Three makes its own state anew and uploads every array again in the next frame.
    painter.canvas.addEventListener('webglcontextrestored', () => {
      clearTimeout(this.#patience);
      this.#tell('drawing');
      painter.invalidate();
    });
    return painter;
  }

  /** A new canvas for the old one, with everything as it was; without WebGL by then, a plain one. */
  #remount(): void {
    const isShown = this.element.isConnected;
    this.#painter.canvas.remove();
    this.#painter.dispose();
    Object.assign(this.support, probeWebGl());
    this.#mountPainter();
    this.#resize();
    this.#painter.setFrozen(!isShown);
  }

  #tell(state: StageState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
