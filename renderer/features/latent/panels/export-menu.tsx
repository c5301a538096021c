import type { ReactNode } from 'react';
import type { latentExports } from '../../../../main/contract/latent.ts';
import { useAction } from '../../../rpc-client/use-action.ts';
import { saveFile } from '../../../state/save-file.ts';
import { Button } from '../../../ui/button.tsx';
import { plural } from '../../../ui/format.ts';
import { Menu } from '../../../ui/menu.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { useMap } from '../map-state.ts';

interface ExportMenuProps {
  /** Of the map that is shown. */
  layoutId: string;
  list: (typeof latentExports)[number];
  /** Of a selection. */
  points?: Uint32Array;
  /** Of near-duplicates: what the list is of. */
  threshold?: number | undefined;
}

const formats = [
  { format: 'csv', title: 'As a table (CSV)' },
  { format: 'json', title: 'As JSON' },
  { format: 'ids', title: 'Ids of the chunks' },
] as const;

/** More points than that are not exported at once. */
const mostPoints = 100_000;

/** Takes a list of chunks along as a file. */
export function ExportMenu({ layoutId, list, points, threshold }: ExportMenuProps): ReactNode {
  const layout = useMap((map) => map.layout);
  const { run, isRunning } = useAction('latent.export');
  const save = async (format: (typeof formats)[number]['format']): Promise<void> => {
    const chosen = points === undefined ? [] : Array.from(points.subarray(0, mostPoints));
    const file = await run({ settings: layout, layoutId, list, format, points: chosen, threshold });
    if (file === null) return;
    saveFile(file.fileName, file.text);
    const isCut = points !== undefined && points.length > mostPoints;
    showToast({
      tone: 'success',
      title: `${plural(file.rows, 'chunk')} saved to ${file.fileName}`,
      ...(isCut
        ? { description: `The first ${plural(mostPoints, 'chunk')} of the selection; select less to have all of it.` }
        : {}),
    });
  };
  return (
    <Menu
      trigger={
        <Button size="small" icon="download" isBusy={isRunning}>
          Export
        </Button>
      }
      entries={formats.map(({ format, title }) => ({ title, onSelect: () => void save(format) }))}
    />
  );
}
