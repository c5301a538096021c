import { useEffect, useImperativeHandle, useMemo, useRef, useState, type KeyboardEvent, type ReactNode, type Ref } from 'react';
import { useCommand } from '../../commands/use-command.ts';
import type { MapRoute } from '../../router/route.ts';
import { plural } from '../../ui/format.ts';
import { useMedia } from '../../ui/use-media.ts';
import { HoverCard } from './hover-card.tsx';
import { Legend } from './legend.tsx';
import { mapLabels } from './map-labels.ts';
import styles from './map-picture.module.css';
import { useMap } from './map-state.ts';
import type { Colours } from './model/colour-columns.ts';
import type { MapModel } from './model/map-model.ts';
import type { ScreenPlace } from './model/map-view.ts';
import { sphereAround } from './model/framing.ts';
import { walkKeys, walkTo, type WalkKey } from './model/walk.ts';
import { PictureNotices } from './picture-notices.tsx';
import type { MapMarker } from './stage/label-layer.ts';
import type { CameraPose } from './stage/map-camera.ts';
import { theStage } from './the-stage.ts';
import { useShownTheme } from './use-shown-theme.ts';

export interface MapPictureHandle {
  focus: () => void;
  /** Brings a point into view; `isNear` goes up to it. */
  show: (point: number, isNear: boolean) => void;
  /** All of these points, or of the map. */
  frame: (points: ArrayLike<number> | null) => void;
  /** Frames these points where one of them is outside of the picture. */
  reveal: (points: ArrayLike<number>) => void;
  pose: () => CameraPose;
  go: (pose: CameraPose) => void;
  picture: () => Promise<Blob | null>;
}

/** A line between two places; `text` stands for the colour of the text. */
interface PictureLink {
  from: readonly [number, number, number];
  to: readonly [number, number, number];
  colour: string;
}

interface MapPictureProps {
  model: MapModel;
  colours: Colours;
  flags: Uint8Array;
  links: readonly PictureLink[];
  markers: readonly MapMarker[];
  level: number;
  focus: number | null;
  /** True neighbours of the focused point, the nearest first. */
  neighbours: readonly number[];
  hovered: number | null;
  route: MapRoute;
  onHover: (point: number | null) => void;
  onChoose: (point: number | null, how: 'pointer' | 'keys') => void;
  ref?: Ref<MapPictureHandle>;
}

/** The picture itself, with its legend and what can be done in it. */
export function MapPicture(props: MapPictureProps): ReactNode {
  const { model, colours, flags, links, markers, level, focus, neighbours, hovered, onHover, onChoose, ref } = props;
  const stage = useMemo(() => theStage(), []);
  const container = useRef<HTMLDivElement>(null);
  const { layout, tool, showsDensity, selection } = useMap();
  const hasMotion = !useMedia('(prefers-reduced-motion: reduce)');
  const theme = useShownTheme();
  const [cardPlace, setCardPlace] = useState<ScreenPlace | null>(null);
  const lastModel = useRef<MapModel | null>(null);
  const isFlat = layout.dimensions === 2 && model.points.dimensions === 2;

  useEffect(() => (container.current === null ? undefined : stage.attach(container.current)), [stage]);
  useEffect(() => {
    stage.setMotion(hasMotion);
  }, [stage, hasMotion]);
  useEffect(() => {
    stage.setTool(tool);
  }, [stage, tool]);
  useEffect(() => {
    stage.setPositions(model.positions, model.around, lastModel.current !== null);
    lastModel.current = model;
  }, [stage, model.positions, model.around, model]);
  useEffect(() => {
    stage.setFlat(isFlat);
    if (isFlat) stage.frame();
  }, [stage, isFlat]);
  useEffect(() => {
    stage.setTheme(theme);
  }, [stage, theme]);
  useEffect(() => stage.setColours(colours.bytes, colours.palette), [stage, colours]);
  useEffect(() => stage.setFlags(flags), [stage, flags]);
  useEffect(
    () => stage.setLinks(links.map((link) => (link.colour === 'text' ? { ...link, colour: stage.textColour } : link))),
    // The colour of the text changes with the appearance.
    [stage, links, theme],
  );
  useEffect(() => stage.setLabels(mapLabels(model, level), markers), [stage, model, level, markers]);
  useEffect(() => {
    stage.setDensity(showsDensity);
  }, [stage, showsDensity]);

  // Opened at a chunk, the map goes to it.
  const opensAt = useRef(focus);
  useEffect(() => {
    if (opensAt.current !== null) stage.show(opensAt.current, true);
  }, [stage]);

  useEffect(() => {
    stage.listen({
      onHover(point, place) {
        setCardPlace(place);
        onHover(point);
      },
      onPick(point) {
        container.current?.focus({ preventScroll: true });
        onChoose(point, 'pointer');
      },
      onSelect(points) {
        useMap.setState(points.length === 0 ? { selection: null } : { selection: points, panel: 'list', tool: 'move' });
      },
      onPressLabel(id) {
        const label = model.labels[level]?.find(({ cluster }) => String(cluster) === id);
        const column = model.points.reading?.clusters[level];
        if (label !== undefined && column !== undefined)
          stage.frame(sphereAround(model.positions, pointsOfCluster(column, label.cluster)));
      },
    });
  });

  const frame = (points: ArrayLike<number> | null): void =>
    stage.frame(points === null ? model.around : sphereAround(model.positions, points));
  const frameFocus = (): void => {
    if (focus !== null) frame([focus, ...neighbours]);
    else frame(selection);
  };
  useCommand('map.frame', frameFocus);
  useImperativeHandle(ref, () => ({
    focus: () => container.current?.focus({ preventScroll: true }),
    show: (point, isNear) => stage.show(point, isNear),
    frame,
    reveal(points) {
      const { width, height } = stage.view;
      const isSeen = (place: ScreenPlace | null): boolean =>
        place !== null && place.x >= 0 && place.y >= 0 && place.x <= width && place.y <= height;
      if (!Array.from(points).every((point) => isSeen(stage.screenPlace(point)))) frame(points);
    },
    pose: () => stage.pose,
    go: (pose) => stage.go(pose),
    picture: () => stage.picture(),
  }));

  const handleKey = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    if (walkKeys.includes(event.key)) {
      const next = nextPoint(event.key as WalkKey);
      if (next !== null) onChoose(next, 'keys');
    } else if (event.key === 'Enter' && focus !== null)
      useMap.setState(({ entered }) => ({ panel: 'chunk', chunkView: 'text', entered: entered + 1 }));
    else if (event.key === 'Escape') {
      if (focus !== null) onChoose(null, 'keys');
      else useMap.setState({ selection: null, tool: 'move' });
    } else if (event.key === 'f' || event.key === 'F') frameFocus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const nextPoint = (key: WalkKey): number | null => {
    // Without a focus the walk begins at what stands for the largest cluster.
    if (focus === null) return model.labels[0]?.toSorted((a, b) => b.points - a.points)[0]?.medoids[0] ?? 0;
    const from = stage.screenPlace(focus);
    return from === null
      ? null
      : walkTo(
          key,
          from,
          neighbours.map((point) => ({ point, place: stage.screenPlace(point) })),
        );
  };

  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application has keys of its own
    <div
      ref={container}
      className={styles.picture}
      role="application"
      aria-roledescription="map"
      aria-label={`${plural(model.points.count, 'chunk')}. Arrow keys go from chunk to chunk by meaning, Enter reads, Escape lets go, F frames.`}
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it has keys
      tabIndex={0}
      onKeyDown={handleKey}
    >
      <PictureNotices stage={stage} />
      <Legend colours={colours} route={props.route} />
      {hovered !== null && hovered !== focus && cardPlace !== null && (
        <HoverCard model={model} point={hovered} place={cardPlace} level={level} />
      )}
    </div>
  );
}

function pointsOfCluster(column: Uint16Array, cluster: number): number[] {
  const points: number[] = [];
  for (let point = 0; point < column.length; point += 1) if (column[point] === cluster) points.push(point);
  return points;
}
