import { useMemo, useState, type ReactNode } from 'react';
import { useCall } from '../../../rpc-client/use-call.ts';
import { Badge } from '../../../ui/badge.tsx';
import { formatNumber, plural } from '../../../ui/format.ts';
import { Select } from '../../../ui/select.tsx';
import { useMap } from '../map-state.ts';
import type { PanelProps } from '../panels/panel-props.ts';
import { LayerBody } from './layer-body.tsx';

const thresholds = ['0', '0.01', '0.03', '0.05', '0.1'] as const;

/** Groups of chunks that say nearly the same, largest first; of each group one is the one to keep. */
export function DuplicatesLayer(props: PanelProps): ReactNode {
  const layout = useMap((map) => map.layout);
  const [threshold, setThreshold] = useState<(typeof thresholds)[number]>('0.03');
  const { data, error, refetch } = useCall('latent.duplicates', {
    settings: layout,
    layoutId: props.model.points.layoutId,
    threshold: Number(threshold),
  });
  const { points, groupOf } = useMemo(() => {
    const groups = data?.groups ?? [];
    return {
      points: data === undefined ? null : Uint32Array.from(groups.flatMap((group) => group.points)),
      groupOf: groups.flatMap((group, index) => group.points.map((point) => ({ index, isKept: group.keep === point }))),
    };
  }, [data]);
  return (
    <LayerBody
      {...props}
      label="Near-duplicates"
      points={points}
      error={error}
      onRetry={() => void refetch()}
      list="duplicates"
      threshold={Number(threshold)}
      none="No two chunks are that alike."
      renderEnd={(_point, index) => (
        <>
          {groupOf[index]?.isKept === true && <Badge tone="success">keep</Badge>} group{' '}
          {formatNumber((groupOf[index]?.index ?? 0) + 1)}
        </>
      )}
      note={
        data === undefined
          ? ''
          : `${plural(data.total, 'group')} of ${plural(data.chunks, 'chunk')} within a true distance of ${threshold}. ${
              data.groups.length < data.total ? `The largest ${formatNumber(data.groups.length)} are listed. ` : ''
            }“Keep” is the one that is most alike to all others of its group.`
      }
    >
      <Select
        label="Within a true distance of"
        size="small"
        value={threshold}
        options={thresholds.map((value) => ({ value, title: value === '0' ? '0 (the same)' : value }))}
        onValueChange={setThreshold}
      />
    </LayerBody>
  );
}
