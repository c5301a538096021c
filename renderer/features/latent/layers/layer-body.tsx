import { useMemo, type ReactNode } from 'react';
import type { HubError } from '../../../../main/contract/errors.ts';
import type { latentExports } from '../../../../main/contract/latent.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Waiting } from '../../../ui/waiting.tsx';
import type { Overlay } from '../map-state.ts';
import { ExportMenu } from '../panels/export-menu.tsx';
import styles from '../panels/panels.module.css';
import { PointList } from '../panels/point-list.tsx';
import type { PanelProps } from '../panels/panel-props.ts';
import { useOverlay } from './use-overlay.ts';

interface LayerBodyProps extends PanelProps {
  /** What it says, in a sentence or two. */
  note: ReactNode;
  label: string;
  /** Null while the answer is on its way. */
  points: Uint32Array | null;
  error: HubError | null;
  onRetry: () => void;
  /** What of the map is exported; null where that list is none of its exports. */
  list: (typeof latentExports)[number] | null;
  /** Of near-duplicates, for the export. */
  threshold?: number;
  /** What stands where there are none. */
  none: string;
  renderEnd?: (point: number, index: number) => ReactNode;
  /** Choices above the list. */
  children?: ReactNode;
}

/** A list of points that stand out on the map while it is shown, with its export. */
export function LayerBody(props: LayerBodyProps): ReactNode {
  const { note, label, points, error, onRetry, list, threshold, none, renderEnd, children, model, onChoose } = props;
  const overlay = useMemo<Overlay | null>(
    () => (points === null || points.length === 0 ? null : { marks: points, markers: [], links: [] }),
    [points],
  );
  useOverlay(overlay);
  return (
    <>
      <div className={styles.head}>
        {children}
        <p className={styles.muted}>{note}</p>
        {list !== null && points !== null && points.length > 0 && (
          <div className={styles.actions}>
            <ExportMenu layoutId={model.points.layoutId} list={list} threshold={threshold} />
          </div>
        )}
      </div>
      {error !== null && <ErrorState title="This cannot be found out" error={error} onRetry={onRetry} />}
      {error === null && points === null && <Waiting />}
      {points !== null && points.length === 0 && (
        <EmptyState icon="check" title="None">
          {none}
        </EmptyState>
      )}
      {points !== null && points.length > 0 && (
        <PointList label={label} model={model} points={points} renderEnd={renderEnd} onChoose={onChoose} />
      )}
    </>
  );
}
