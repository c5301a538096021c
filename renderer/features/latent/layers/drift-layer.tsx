import { useMemo, useState, type ReactNode } from 'react';
import { useCall } from '../../../rpc-client/use-call.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { formatNumber, formatPercent, formatRelativeTime, formatScore } from '../../../ui/format.ts';
import { Select } from '../../../ui/select.tsx';
import { useMap } from '../map-state.ts';
import styles from '../panels/panels.module.css';
import type { PanelProps } from '../panels/panel-props.ts';
import { LayerBody } from './layer-body.tsx';

const lists = { added: 'Added', changed: 'Changed', most: 'Neighbourhood changed most', removed: 'Removed' } as const;
type ListName = keyof typeof lists;

/** What changed between this map and the one before: by true neighbours, since movement on the map is mostly noise. */
export function DriftLayer(props: PanelProps): ReactNode {
  const layout = useMap((map) => map.layout);
  const [list, setList] = useState<ListName>('added');
  const { data, error, refetch } = useCall('latent.drift', { settings: layout, layoutId: props.model.points.layoutId });
  const points = useMemo(() => {
    if (data === undefined) return null;
    if (list === 'added') return data.addedPoints;
    if (list === 'changed') return data.changedPoints;
    return list === 'most' ? Uint32Array.from(data.most, ({ point }) => point) : new Uint32Array(0);
  }, [data, list]);
  if (data?.since === null)
    return (
      <EmptyState icon="history" title="There is no map before this one">
        When the index has changed and the map is brought up to date, what is new, gone or changed stands here.
      </EmptyState>
    );
  const choice = (
    <Select<ListName>
      label="List"
      hidesLabel
      size="small"
      value={list}
      options={(Object.keys(lists) as ListName[]).map((value) => ({ value, title: lists[value] }))}
      onValueChange={setList}
    />
  );
  if (list === 'removed' && data !== undefined)
    return (
      <div className={styles.scroll}>
        <div className={styles.head}>
          {choice}
          <p className={styles.muted}>{formatNumber(data.removed)} chunks are gone.</p>
        </div>
        <ul aria-label="Removed chunks">
          {data.removedChunks.map(({ chunkId, source, path, symbol }) => (
            <li key={chunkId} className={styles.row}>
              <div className={styles.rowTitle}>{symbol ?? path.slice(path.lastIndexOf('/') + 1)}</div>
              <div className={styles.rowPlace}>
                {source} · {path}
              </div>
            </li>
          ))}
        </ul>
      </div>
    );
  return (
    <LayerBody
      {...props}
      label={lists[list]}
      points={points}
      error={error}
      onRetry={() => void refetch()}
      list={list === 'changed' || list === 'added' ? list : null}
      none="Nothing of that kind since the map before."
      renderEnd={(_point, index) => (list === 'most' ? `kept ${formatPercent(data?.most[index]?.overlap ?? 0)}` : null)}
      note={
        data === undefined
          ? ''
          : `Since ${formatRelativeTime(data.since)}: ${formatNumber(data.added)} added, ${formatNumber(data.removed)} removed, ${formatNumber(data.changed)} changed.${
              data.meanOverlap === null
                ? ''
                : ` Chunks that stayed kept ${formatPercent(data.meanOverlap)} of their true neighbours.`
            }${data.medianMove === null ? '' : ` They moved by ${formatScore(data.medianMove * 100)}% of the map, which is mostly noise.`}`
      }
    >
      {choice}
    </LayerBody>
  );
}
