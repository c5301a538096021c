import { create } from 'zustand';
import { samePoints } from './model/same-points.ts';
import type { Colouring } from './model/colour-columns.ts';
import type { CameraPose } from './stage/map-camera.ts';
import type { MapMarker } from './stage/label-layer.ts';
import type { Link } from './stage/link-lines.ts';
import type { MapTool } from './stage/map-gestures.ts';

export const panels = ['chunk', 'query', 'gaps', 'clusters', 'list'] as const;
export type Panel = (typeof panels)[number];

/** How the map is laid out. */
export interface LayoutChoice {
  dimensions: 2 | 3;
  neighbours: 15 | 30;
  minimumDistance: number;
}

/** What a panel draws onto the map while it is shown. */
export interface Overlay {
  /** Points that stand out; null leaves all as they are. */
  marks: Uint32Array | null;
  markers: readonly MapMarker[];
  links: readonly Link[];
}

export interface SavedView {
  name: string;
  pose: CameraPose;
  dimensions: 2 | 3;
}

interface MapState {
  layout: LayoutChoice;
  colouring: Colouring;
  /** Of the names on the map: 0 coarse to 2 fine. */
  level: number;
  tool: MapTool;
  showsDensity: boolean;
  panel: Panel;
  /** What is shown of the focused chunk. */
  chunkView: 'neighbours' | 'text';
  /** How often somebody went from the map into the text. */
  entered: number;
  /** Points of the lasso: numbers in the map that has `chunkIds`. */
  selection: Uint32Array | null;
  /** Of the map that was shown last; null before the first. */
  chunkIds: Uint8Array | null;
  /** Somebody asked for the field of queries, which takes the focus as soon as it is there. */
  wantsQuery: boolean;
  overlay: Overlay | null;
  views: readonly SavedView[];
  /** Whoever has read it need not read it again. */
  knowsSoftware: boolean;
}

const storageKey = 'context-hub.map-views';
/** Another one is not kept until one of them is removed. */
export const mostViews = 50;

/** What of the map is chosen; kept while the window is open, and saved views beyond. */
export const useMap = create<MapState>(() => ({
  layout: { dimensions: 3, neighbours: 15, minimumDistance: 0.1 },
  colouring: 'type',
  level: 0,
  tool: 'move',
  showsDensity: false,
  panel: 'clusters',
  chunkView: 'neighbours',
  entered: 0,
  selection: null,
  chunkIds: null,
  wantsQuery: false,
  overlay: null,
  views: readViews(window.localStorage.getItem(storageKey)),
  knowsSoftware: false,
}));

/** Another map is shown: what is selected stays the same chunks, which are other points there. Those that it does not have are let go. */
export function followMap(chunkIds: Uint8Array): void {
  const { chunkIds: before, selection } = useMap.getState();
  if (before === chunkIds) return;
  const moved = selection && before && samePoints(selection, before, chunkIds);
  useMap.setState({ chunkIds, selection: moved?.length === 0 ? null : moved });
}

/** Keeps a view under a name; one of the same name gives way. False where there is no room for another. */
export function saveView(view: SavedView): boolean {
  const others = viewsNow().filter(({ name }) => name !== view.name);
  // What other windows have saved is seen in any case.
  keepViews(others.length < mostViews ? [view, ...others] : viewsNow());
  return others.length < mostViews;
}

export function removeView(name: string): void {
  keepViews(viewsNow().filter((view) => view.name !== name));
}

/** What is kept, with what other windows have saved since this one was opened; without storage, what this one knows. */
function viewsNow(): readonly SavedView[] {
  const kept = window.localStorage.getItem(storageKey);
  return kept === null ? useMap.getState().views : readViews(kept);
}

function keepViews(views: readonly SavedView[]): void {
  useMap.setState({ views });
  try {
    window.localStorage.setItem(storageKey, JSON.stringify(views));
  } catch {
    // Without storage they hold until the window is closed.
  }
}

function readViews(text: string | null): SavedView[] {
  try {
    const kept: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(kept) ? kept.filter(isView) : [];
  } catch {
    return [];
  }
}

function isView(value: unknown): value is SavedView {
  const view = value as Partial<SavedView> | null;
  const isPlace = (place: unknown): boolean =>
    Array.isArray(place) && place.length === 3 && place.every((number) => Number.isFinite(number));
  return (
    typeof view?.name === 'string' &&
    (view.dimensions === 2 || view.dimensions === 3) &&
    isPlace(view.pose?.position) &&
    isPlace(view.pose?.target)
  );
}
