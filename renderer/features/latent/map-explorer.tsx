import { useEffect, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { maybeChunkId } from '../../../main/contract/latent-chunk-ids.ts';
import { useCommand } from '../../commands/use-command.ts';
import { FilterChips } from '../../parts/filters/filter-chips.tsx';
import { scopeOf } from '../../parts/filters/search-scope.ts';
import type { MapRoute } from '../../router/route.ts';
import { currentRoute, navigate } from '../../router/use-route.ts';
import { useCall } from '../../rpc-client/use-call.ts';
import { announce } from '../../state/announcer.ts';
import { Splitter } from '../../ui/splitter.tsx';
import { useMedia } from '../../ui/use-media.ts';
import styles from './latent-screen.module.css';
import { LayoutNotice } from './layout-notice.tsx';
import { MapPicture, type MapPictureHandle } from './map-picture.tsx';
import { followMap, useMap } from './map-state.ts';
import { MapToolbar } from './map-toolbar.tsx';
import { colourPoints } from './model/colour-columns.ts';
import { filterPoints } from './model/filter-points.ts';
import { clusterOf, placeOf, pointFacts, pointOf, type MapModel } from './model/map-model.ts';
import { pointFlags } from './model/point-flags.ts';
import { describePoint } from './panels/describe-point.ts';
import { SidePanel } from './panels/side-panel.tsx';
import { useKeptPoints } from './use-kept-points.ts';
import type { LayoutData } from './use-layout.ts';

interface MapExplorerProps {
  route: MapRoute;
  model: MapModel;
  data: LayoutData;
}

/** From here on picture and panel stand side by side. */
const wideWindow = '(min-width: 900px)';

/** The map with everything around it. */
export function MapExplorer({ route, model, data }: MapExplorerProps): ReactNode {
  const { layout, colouring, level, selection, overlay } = useMap();
  const isWide = useMedia(wideWindow);
  const picture = useRef<MapPictureHandle>(null);
  const [hovered, setHovered] = useState<number | null>(null);
  const focus = route.chunk === null ? null : pointOf(model, route.chunk);
  const { data: neighbours } = useCall(
    'latent.neighbours',
    route.chunk === null || !maybeChunkId(route.chunk)
      ? null
      : { settings: layout, layoutId: model.points.layoutId, chunkId: route.chunk },
  );
  const near = useMemo(() => neighbours?.hits.flatMap(({ point }) => point ?? []) ?? [], [neighbours]);
  const kept = useKeptPoints(model, route.tool, route.filters);
  const passes = useMemo(
    () => filterPoints(model.points, route.tool, route.filters, kept),
    [model.points, route.tool, route.filters, kept],
  );
  const colours = useMemo(() => colourPoints(model, colouring, level), [model, colouring, level]);
  const flags = useMemo(
    () =>
      pointFlags({
        count: model.points.count,
        passes,
        selection,
        marks: overlay?.marks ?? null,
        neighbours: near,
        focus,
      }),
    [model.points.count, passes, selection, overlay, near, focus],
  );
  const links = useMemo(
    () => [
      ...(focus === null
        ? []
        : near.map((point) => ({ from: placeOf(model, focus), to: placeOf(model, point), colour: 'text' }))),
      ...(overlay?.links ?? []),
    ],
    [focus, near, overlay, model],
  );

  useLayoutEffect(() => followMap(model.points.chunkIds), [model.points.chunkIds]);
  const choose = (point: number | null, how: 'pointer' | 'keys' | 'list'): void => {
    const chunk = point === null ? null : pointFacts(model, point).chunkId;
    const now = currentRoute();
    if (now.screen !== 'map' || now.chunk === chunk) return;
    navigate({ ...now, chunk }, { replace: now.chunk !== null && chunk !== null });
    if (point === null) return;
    useMap.setState({ panel: 'chunk' });
    if (how !== 'pointer') picture.current?.show(point, false);
  };
  // At another address, whoever went there, the panel shows what that is about.
  const shown = useRef<{ chunk: string | null; query: string }>({ chunk: null, query: '' });
  useEffect(() => {
    const before = shown.current;
    shown.current = { chunk: route.chunk, query: route.query };
    if (route.chunk !== null && route.chunk !== before.chunk) useMap.setState({ panel: 'chunk' });
    else if (route.query !== '' && route.query !== before.query) useMap.setState({ panel: 'query' });
  }, [route.chunk, route.query]);
  useFocusSaid(model, focus, level);
  useCommand('search.focus', () => useMap.setState({ panel: 'query', wantsQuery: true }));
  useCommand('map.focus', () => picture.current?.focus());
  useCommand('map.again', () => data.make('fresh'), data.progress === null);

  const map = (
    <div className={styles.main}>
      <MapToolbar route={route} model={model} data={data} picture={picture} />
      <FilterChips filters={route.filters} onFiltersChange={(filters) => navigate({ ...route, filters })} />
      <LayoutNotice data={data} model={model} chunk={route.chunk} focus={focus} />
      <MapPicture
        ref={picture}
        model={model}
        colours={colours}
        flags={flags}
        links={links}
        markers={overlay?.markers ?? []}
        level={level}
        focus={focus}
        neighbours={near}
        hovered={hovered}
        route={route}
        onHover={setHovered}
        onChoose={choose}
      />
    </div>
  );
  return (
    <div className={styles.screen}>
      <Splitter
        id="map"
        direction={isWide ? 'horizontal' : 'vertical'}
        panes={[
          { id: 'map', minSize: isWide ? '360px' : '200px', children: map },
          {
            id: 'panel',
            defaultSize: isWide ? '34%' : '45%',
            minSize: isWide ? '280px' : '160px',
            children: (
              <SidePanel
                route={route}
                scope={scopeOf(route)}
                model={model}
                passes={passes}
                focus={focus}
                neighbours={neighbours ?? null}
                picture={picture}
                onChoose={(point) => choose(point, 'list')}
                onHover={setHovered}
              />
            ),
          },
        ]}
      />
    </div>
  );
}

/** Says the focused point to those who do not see the picture. */
function useFocusSaid(model: MapModel, focus: number | null, level: number): void {
  const said = useRef<string | null>(null);
  useEffect(() => {
    if (focus === null) {
      said.current = null;
      return;
    }
    const facts = pointFacts(model, focus);
    if (said.current === facts.chunkId) return;
    said.current = facts.chunkId;
    announce(describePoint(facts, clusterOf(model, focus, level)?.name ?? null));
  }, [model, focus, level]);
}
