import { useState, type ReactNode } from 'react';
import { useCall } from '../../../rpc-client/use-call.ts';
import { formatNumber, plural } from '../../../ui/format.ts';
import { Select } from '../../../ui/select.tsx';
import { useMap } from '../map-state.ts';
import type { PanelProps } from '../panels/panel-props.ts';
import { LayerBody } from './layer-body.tsx';

type Gap = 'undocumented' | 'without-example';

/** Source that no document is near to, documents that no example is near to. */
export function CoverageLayer(props: PanelProps): ReactNode {
  const { layout, level } = useMap();
  const [gap, setGap] = useState<Gap>('undocumented');
  const { data, error, refetch } = useCall('latent.coverage', { settings: layout, layoutId: props.model.points.layoutId, level });
  const points = data === undefined ? null : gap === 'undocumented' ? data.undocumented : data.withoutExample;
  const clusters = (data?.clusters ?? []).filter(
    ({ gap: found }) => found === (gap === 'undocumented' ? 'undocumented' : 'no-example'),
  );
  return (
    <LayerBody
      {...props}
      label={gap === 'undocumented' ? 'Undocumented source' : 'Documents without an example'}
      points={points}
      error={error}
      onRetry={() => void refetch()}
      list={gap}
      none={
        gap === 'undocumented'
          ? 'All source has a document among its neighbours.'
          : 'All documents have an example among their neighbours.'
      }
      note={
        <>
          {gap === 'undocumented'
            ? `${formatNumber(points?.length ?? 0)} chunks of source have no document among their true neighbours.`
            : `${formatNumber(points?.length ?? 0)} chunks of documents have no example among their true neighbours.`}
          {clusters.length > 0 &&
            ` Whole clusters without: ${clusters
              .slice(0, 6)
              .map(({ name, points: size }) => `“${name}” (${formatNumber(size)})`)
              .join(', ')}${clusters.length > 6 ? ` and ${plural(clusters.length - 6, 'other')}` : ''}.`}
        </>
      }
    >
      <Select<Gap>
        label="Gap"
        hidesLabel
        size="small"
        value={gap}
        options={[
          { value: 'undocumented', title: 'Implemented, not documented' },
          { value: 'without-example', title: 'Documented, no example' },
        ]}
        onValueChange={setGap}
      />
    </LayerBody>
  );
}
