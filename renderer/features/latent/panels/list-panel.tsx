import { useMemo, type ReactNode } from 'react';
import { mostChunkIds } from '../../../../main/contract/search-vocabulary.ts';
import { emptySearch } from '../../../router/route.ts';
import { navigate } from '../../../router/use-route.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { formatNumber, formatPercent, plural } from '../../../ui/format.ts';
import { useMap } from '../map-state.ts';
import type { MapModel } from '../model/map-model.ts';
import { scopeOfSelection } from '../model/selection-scope.ts';
import { ExportMenu } from './export-menu.tsx';
import styles from './panels.module.css';
import { PointList } from './point-list.tsx';
import type { PanelProps } from './panel-props.ts';

/** What is bright on the map as a list: the selection, else all points that the filters keep. */
export function ListPanel({ model, passes, picture, onChoose }: PanelProps): ReactNode {
  const selection = useMap((map) => map.selection);
  const { count } = model.points;
  const points = useMemo(() => listedPoints(count, selection, passes), [count, selection, passes]);
  const trust = model.points.reading?.trust;
  return (
    <div className={styles.panel}>
      <header className={styles.head}>
        <h2 className={styles.headTitle}>
          {selection === null ? plural(points.length, 'chunk') : `${plural(points.length, 'chunk')} selected`}
        </h2>
        {selection === null ? (
          <p className={styles.muted}>Drag with Shift, or take the lasso, to list a part of the map.</p>
        ) : (
          <SelectionActions model={model} selection={points} onFrame={() => picture.current?.frame(points)} />
        )}
      </header>
      {points.length === 0 ? (
        <EmptyState icon="list" title="Nothing is left">
          No chunk passes the filters.
        </EmptyState>
      ) : (
        <PointList
          label={selection === null ? 'Chunks on the map' : 'Selected chunks'}
          model={model}
          points={points}
          renderEnd={(point) =>
            trust === undefined ? null : <span className={styles.faint}>trust {formatPercent(trust[point]!)}</span>
          }
          onChoose={onChoose}
        />
      )}
    </div>
  );
}

function SelectionActions({
  model,
  selection,
  onFrame,
}: {
  model: MapModel;
  selection: Uint32Array;
  onFrame: () => void;
}): ReactNode {
  const scope = useMemo(() => scopeOfSelection(model, selection), [model, selection]);
  return (
    <>
      <div className={styles.actions}>
        <ExportMenu layoutId={model.points.layoutId} list="selection" points={selection} />
        <Button
          size="small"
          icon="search"
          disabled={scope === null}
          onClick={() => scope && navigate({ ...emptySearch, filters: scope })}
        >
          Search only here
        </Button>
        <Button size="small" variant="quiet" onClick={onFrame}>
          Frame
        </Button>
        <Button size="small" variant="quiet" onClick={() => useMap.setState({ selection: null })}>
          Let go
        </Button>
      </div>
      {selection.length > mostChunkIds && (
        <p className={styles.muted}>
          A search can be held to {formatNumber(mostChunkIds)} chunks at most. Select fewer, or filter by source and path.
        </p>
      )}
    </>
  );
}

function listedPoints(count: number, selection: Uint32Array | null, passes: Uint8Array | null): Uint32Array {
  const all = selection ?? Uint32Array.from({ length: count }, (_, point) => point);
  return passes === null ? all : all.filter((point) => passes[point] === 1);
}
