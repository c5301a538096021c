import { useState, type ReactNode } from 'react';
import { Select } from '../../../ui/select.tsx';
import styles from '../panels/panels.module.css';
import type { PanelProps } from '../panels/panel-props.ts';
import { CoverageLayer } from './coverage-layer.tsx';
import { DriftLayer } from './drift-layer.tsx';
import { DuplicatesLayer } from './duplicates-layer.tsx';
import { HubsLayer } from './hubs-layer.tsx';

const layers = {
  coverage: 'Coverage: what is undocumented',
  duplicates: 'Near-duplicates',
  hubs: 'Hubs and what is never found',
  drift: 'Drift since the map before',
} as const;
type LayerName = keyof typeof layers;
const layerNames = Object.keys(layers) as LayerName[];

/** What the neighbours of all chunks tell of the index: one question at a time, drawn and listed. */
export function GapsPanel(props: PanelProps): ReactNode {
  const [layer, setLayer] = useState<LayerName>('coverage');
  return (
    <div className={styles.panel}>
      <div className={styles.query}>
        <Select
          label="Finding"
          hidesLabel
          value={layer}
          options={layerNames.map((value) => ({ value, title: layers[value] }))}
          onValueChange={setLayer}
        />
      </div>
      {layer === 'coverage' && <CoverageLayer {...props} />}
      {layer === 'duplicates' && <DuplicatesLayer {...props} />}
      {layer === 'hubs' && <HubsLayer {...props} />}
      {layer === 'drift' && <DriftLayer {...props} />}
    </div>
  );
}
