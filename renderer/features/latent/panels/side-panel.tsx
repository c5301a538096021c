import type { ReactNode } from 'react';
import { Tabs } from '../../../ui/tabs.tsx';
import { GapsPanel } from '../layers/gaps-panel.tsx';
import { TrailPanel } from '../layers/trail-panel.tsx';
import { useMap, type Panel } from '../map-state.ts';
import { ChunkPanel } from './chunk-panel.tsx';
import { ClustersPanel } from './clusters-panel.tsx';
import { ListPanel } from './list-panel.tsx';
import type { PanelProps } from './panel-props.ts';
import styles from './panels.module.css';

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
      {/* Of another map nothing is kept: its points have other numbers. */}
      {panel === 'query' && <TrailPanel key={props.model.points.layoutId} {...props} />}
      {panel === 'gaps' && <GapsPanel {...props} />}
      {panel === 'clusters' && <ClustersPanel {...props} />}
      {panel === 'list' && <ListPanel {...props} />}
    </Tabs>
  );
}
