import { useMemo, useState, type ReactNode } from 'react';
import { useCall } from '../../../rpc-client/use-call.ts';
import { formatNumber, formatScore } from '../../../ui/format.ts';
import { Select } from '../../../ui/select.tsx';
import { useMap } from '../map-state.ts';
import type { PanelProps } from '../panels/panel-props.ts';
import { LayerBody } from './layer-body.tsx';

const lists = {
  hubs: {
    title: 'Hubs',
    note: 'Chunks that stand in very many lists of neighbours: they crowd others out of answers.',
    none: 'No chunk stands out.',
  },
  'never-found': {
    title: 'Never anybody’s neighbour',
    note: 'Chunks that are in nobody’s list of neighbours: hard to find by meaning, only words lead to them.',
    none: 'Every chunk is somebody’s neighbour.',
  },
  'never-returned': {
    title: 'Never given to an agent',
    note: 'Chunks that no answer to an agent had in the last 30 days.',
    none: 'Every chunk was in an answer.',
  },
  isolated: {
    title: 'Isolated',
    note: 'Chunks without any other as near as is usual: nothing else speaks of what they speak of.',
    none: 'Every chunk has others near it.',
  },
} as const;
type ListName = keyof typeof lists;

/** What drowns others out, and what is hard to reach. */
export function HubsLayer(props: PanelProps): ReactNode {
  const layout = useMap((map) => map.layout);
  const [list, setList] = useState<ListName>('hubs');
  const { data, error, refetch } = useCall('latent.hubs', { settings: layout, layoutId: props.model.points.layoutId });
  const points = useMemo(() => {
    if (data === undefined) return null;
    if (list === 'hubs') return Uint32Array.from(data.hubs, ({ point }) => point);
    if (list === 'never-returned') return data.neverReturned ?? new Uint32Array();
    return list === 'isolated' ? data.isolated : data.neverFound;
  }, [data, list]);
  return (
    <LayerBody
      {...props}
      label={lists[list].title}
      points={points}
      error={error}
      onRetry={() => void refetch()}
      list={list}
      none={
        list === 'never-returned' && data?.neverReturned === null
          ? 'No agent has been answered yet: connect one, and let it ask.'
          : lists[list].none
      }
      renderEnd={(_point, index) =>
        list === 'hubs' && data !== undefined ? `in ${formatNumber(data.hubs[index]?.occurrences ?? 0)} lists` : null
      }
      note={`${lists[list].note}${data === undefined ? '' : ` Lists are filled unevenly by ${formatScore(data.gini)} (Gini: 0 all alike, 1 one chunk in all).`}`}
    >
      <Select<ListName>
        label="List"
        hidesLabel
        size="small"
        value={list}
        options={(Object.keys(lists) as ListName[]).map((value) => ({ value, title: lists[value].title }))}
        onValueChange={setList}
      />
    </LayerBody>
  );
}
