import type { ReactNode, RefObject } from 'react';
import type { OutputOf } from '../../../../main/contract/procedure.ts';
import type { HubContract } from '../../../../main/contract/hub-contract.ts';
import type { Scope } from '../../../parts/filters/search-scope.ts';
import type { MapRoute } from '../../../router/route.ts';
import { Tabs } from '../../../ui/tabs.tsx';
import { GapsPanel } from '../layers/gaps-panel.tsx';
import { TrailPanel } from '../layers/trail-panel.tsx';
import type { MapPictureHandle } from '../map-picture.tsx';
import { useMap, type Panel } from '../map-state.ts';
import type { MapModel } from '../model/map-model.ts';
import { ChunkPanel } from './chunk-panel.tsx';
import { ClustersPanel } from './clusters-panel.tsx';
import { ListPanel } from './list-panel.tsx';
import styles from './panels.module.css';

export interface PanelProps {
  route: MapRoute;
  scope: Scope;
  model: MapModel;
  /** Which points the filters keep; null where there are none. */
  passes: Uint8Array | null;
  focus: number | null;
  neighbours: OutputOf<HubContract['latent.neighbours']> | null;
  picture: RefObject<MapPictureHandle | null>;
  onChoose: (point: number | null) => void;
  onHover: (point: number | null) => void;
}

/** What belongs to the picture, in words: everything on it is here as well. */
export function SidePanel(props: PanelProps): ReactNode {
  const { panel, selection } = useMap();
  return (
    <Tabs<Panel>
      label="About the map"
      value={panel}
      tabs={[
        { value: 'clusters', title: 'Clusters' },
        { value: 'chunk', title: 'Chunk' },
        { value: 'query', title: 'Query' },
        { value: 'gaps', title: 'Findings' },
        { value: 'list', title: selection === null ? 'List' : 'Selection', count: selection?.length ?? null },
      ]}
      onValueChange={(next) => useMap.setState({ panel: next })}
      className={styles.tabs}
    >
      {panel === 'chunk' && <ChunkPanel {...props} />}
      {panel === 'query' && <TrailPanel {...props} />}
      {panel === 'gaps' && <GapsPanel {...props} />}
      {panel === 'clusters' && <ClustersPanel {...props} />}
      {panel === 'list' && <ListPanel {...props} />}
    </Tabs>
  );
}
