import { useState, type ReactNode, type RefObject } from 'react';
import { latentLevels } from '../../../main/contract/latent-chunk-ids.ts';
import { commandKey, runCommand } from '../../commands/command-handlers.ts';
import { useCommand } from '../../commands/use-command.ts';
import type { MapRoute } from '../../router/route.ts';
import { navigate } from '../../router/use-route.ts';
import { saveFile } from '../../state/save-file.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Popover } from '../../ui/popover.tsx';
import { Select } from '../../ui/select.tsx';
import { showToast } from '../../ui/toast.tsx';
import { FilterPanel } from '../../parts/filters/filter-panel.tsx';
import { scopeOf } from '../../parts/filters/search-scope.ts';
import styles from './latent-screen.module.css';
import { MapSettings } from './map-settings.tsx';
import type { MapPictureHandle } from './map-picture.tsx';
import { useMap } from './map-state.ts';
import type { MapModel } from './model/map-model.ts';
import { SavedViews } from './saved-views.tsx';
import type { MapTool } from './stage/map-gestures.ts';
import type { LayoutData } from './use-layout.ts';

interface MapToolbarProps {
  route: MapRoute;
  model: MapModel;
  data: LayoutData;
  picture: RefObject<MapPictureHandle | null>;
}

const levelTitles = ['Large clusters', 'Medium clusters', 'Small clusters'] as const;
const tools: readonly { tool: MapTool; icon: 'lasso' | 'dashed-box'; label: string }[] = [
  { tool: 'lasso', icon: 'lasso', label: 'Select with a lasso (or Shift and drag)' },
  { tool: 'box', icon: 'dashed-box', label: 'Select with a box' },
];

/** What can be done with the picture as a whole. */
export function MapToolbar({ route, data, picture }: MapToolbarProps): ReactNode {
  const { level, tool, layout } = useMap();
  const [filtersOpen, setFiltersOpen] = useState(false);
  const isFlat = layout.dimensions === 2;
  const toggleFlat = (): void => useMap.setState({ layout: { ...layout, dimensions: isFlat ? 3 : 2 } });
  const savePicture = (): void => {
    void picture.current?.picture().then((blob) => {
      if (blob === null) showToast({ tone: 'danger', title: 'The picture cannot be made' });
      else saveFile('map.png', blob);
    });
  };
  useCommand('map.flat', toggleFlat);
  useCommand('map.picture', savePicture);
  useCommand('map.coarser', () => useMap.setState({ level: Math.max(0, level - 1) }));
  useCommand('map.finer', () => useMap.setState({ level: Math.min(latentLevels - 1, level + 1) }));
  useCommand('search.filters', () => setFiltersOpen(!filtersOpen));
  return (
    <div className={styles.toolbar} role="toolbar" aria-label="Map">
      <Select
        label="Names on the map"
        hidesLabel
        size="small"
        value={String(level)}
        options={levelTitles.map((title, index) => ({ value: String(index), title }))}
        onValueChange={(value) => useMap.setState({ level: Number(value) })}
      />
      <Popover
        trigger={<IconButton icon="filter" label="Filters" size="small" keys={commandKey('search.filters')} />}
        title="Filters"
        hidesTitle
        open={filtersOpen}
        onOpenChange={setFiltersOpen}
        className={styles.filters}
      >
        <FilterPanel query="" scope={scopeOf(route)} isReady onFiltersChange={(filters) => navigate({ ...route, filters })} />
      </Popover>
      <span className={styles.gap} />
      {tools.map(({ tool: each, icon, label }) => (
        <IconButton
          key={each}
          icon={icon}
          label={label}
          size="small"
          aria-pressed={tool === each}
          onClick={() => useMap.setState({ tool: tool === each ? 'move' : each })}
        />
      ))}
      <IconButton
        icon="frame"
        label="Frame what has the focus, or all"
        keys="f"
        size="small"
        onClick={() => runCommand('map.frame')}
      />
      <IconButton
        icon="plane"
        label={isFlat ? 'Show the map in space' : 'Show a flat map from above'}
        keys={commandKey('map.flat')}
        size="small"
        aria-pressed={isFlat}
        onClick={toggleFlat}
      />
      <SavedViews picture={picture} />
      <IconButton icon="download" label="Save as a picture" size="small" onClick={savePicture} />
      <MapSettings data={data} />
    </div>
  );
}
