import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { formatDuration, formatNumber, formatPercent } from '../../ui/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Popover } from '../../ui/popover.tsx';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';
import styles from './latent-screen.module.css';
import { useMap } from './map-state.ts';
import { theStage } from './the-stage.ts';
import type { LayoutData } from './use-layout.ts';

const distances = ['0', '0.1', '0.25', '0.5'] as const;

/** How the map is laid out and drawn. Each setting has a map of its own, kept beside the others. */
export function MapSettings({ data }: { data: LayoutData }): ReactNode {
  const { layout, showsDensity } = useMap();
  const { figures } = data;
  return (
    <Popover
      trigger={<IconButton icon="settings" label="How the map is made" size="small" />}
      title="How the map is made"
      align="end"
    >
      <div className={styles.form}>
        <Select
          label="Neighbours"
          value={String(layout.neighbours)}
          options={[
            { value: '15', title: '15', note: 'detail' },
            { value: '30', title: '30', note: 'the broad view' },
          ]}
          onValueChange={(value) => useMap.setState({ layout: { ...layout, neighbours: value === '30' ? 30 : 15 } })}
        />
        <Select
          label="Least distance"
          value={String(layout.minimumDistance)}
          options={distances.map((value) => ({ value, title: value }))}
          onValueChange={(value) => useMap.setState({ layout: { ...layout, minimumDistance: Number(value) } })}
        />
        <Select
          label="Dimensions"
          value={String(layout.dimensions)}
          options={[
            { value: '3', title: 'In space' },
            { value: '2', title: 'Flat' },
          ]}
          onValueChange={(value) => useMap.setState({ layout: { ...layout, dimensions: value === '2' ? 2 : 3 } })}
        />
        <Switch
          label="Show density instead of discs"
          checked={showsDensity}
          disabled={!theStage().canShowDensity}
          onCheckedChange={(checked) => useMap.setState({ showsDensity: checked })}
        />
        {figures !== null && (
          <p className={styles.muted}>
            {formatNumber(figures.points)} chunks, laid out in {formatDuration(figures.seconds.total)}. On average{' '}
            {formatPercent(figures.meanTrust)} of a chunk’s true neighbours stand near it. Distances on the map are not
            similarity.
          </p>
        )}
        <Button icon="refresh" isBusy={data.progress !== null} onClick={() => data.make('fresh')}>
          Make it again
        </Button>
      </div>
    </Popover>
  );
}
