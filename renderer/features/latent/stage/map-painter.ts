/** What draws the map on a canvas of its own. */
export interface MapPainter {
  readonly canvas: HTMLCanvasElement;
  /** Unit: CSS pixels. */
  setSize(width: number, height: number): void;
  /** Fewer pixels, for frames of a movement; all of them again once at rest. */
  setCoarse(isCoarse: boolean): void;
  /** Asks for one frame; many asks make one. */
  invalidate(): void;
  /** While nobody sees it nothing is drawn, and everything is kept. */
  setFrozen(isFrozen: boolean): void;
  dispose(): void;
}

export interface PainterHost {
  /** Before each frame: moves the camera and what goes with it. `sinceMs` is the time since the frame before. */
  beforeFrame(sinceMs: number): void;
  /** After each frame. */
  afterFrame(): void;
}
