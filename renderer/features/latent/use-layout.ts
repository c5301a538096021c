import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { HubError } from '../../../main/contract/errors.ts';
import type { LatentFigures, LatentLayout, LatentStatus } from '../../../main/contract/latent.ts';
import { useCall } from '../../rpc-client/use-call.ts';
import { useStream } from '../../rpc-client/use-stream.ts';
import { useMap, type LayoutChoice } from './map-state.ts';
import { mapModel, type MapModel } from './model/map-model.ts';
import { useNewerMap } from './use-newer-map.ts';

/** stored: show what there is; current: make it where it is missing or outdated; fresh: from nothing; stopped: somebody cancelled. */
type Wish = 'stored' | 'current' | 'fresh' | 'stopped';

export interface LayoutData {
  status: LatentStatus | null;
  /** Null until there is something to paint. */
  model: MapModel | null;
  /** What is under way; null at rest. */
  progress: LatentLayout['progress'] | null;
  figures: LatentFigures | null;
  isStopped: boolean;
  error: HubError | null;
  make: (how: 'current' | 'fresh') => void;
  cancel: () => void;
  retry: () => void;
}

/** The map of a choice: made where it is missing, streamed while it improves, whole with its clusters at the end. */
export function useLayout(layout: LayoutChoice): LayoutData {
  const key = JSON.stringify(layout);
  const [asked, setAsked] = useState<{ key: string; wish: Wish } | null>(null);
  const queries = useQueryClient();
  const { data: status, error: statusError, refetch: askStatus } = useCall('latent.status', { settings: layout });
  const wish = asked?.key === key ? asked.wish : wishOf(status);
  const stream = useStream('latent.layout', wish === null || wish === 'stopped' ? null : { settings: layout, make: wish });
  const newest = stream.value;
  const layoutId = newest?.layoutId ?? null;
  const isDone = newest?.state === 'done';
  const {
    data: points,
    error: pointsError,
    refetch: askPoints,
  } = useCall('latent.points', layoutId === null ? null : { settings: layout, layoutId });
  const { data: labels } = useCall('latent.labels', isDone && layoutId !== null ? { settings: layout, layoutId } : null);

  // What was known of this map before it was done, and what was known of the one before.
  const doneId = useRef<string | null>(null);
  useEffect(() => {
    if (!isDone || doneId.current === layoutId) return;
    doneId.current = layoutId;
    void queries.invalidateQueries({
      predicate: ({ queryKey }) => queryKey[0] === 'hub' && String(queryKey[1]).startsWith('latent.'),
    });
  }, [isDone, layoutId, queries]);

  const positions = newest?.positions ?? points?.positions ?? null;
  const levels = labels?.levels;
  const model = useMemo(
    () =>
      points === undefined || positions === null || positions.length !== points.count * 3 || points.count === 0
        ? null
        : mapModel(points, positions, isDone ? (levels ?? []) : []),
    [points, positions, levels, isDone],
  );
  const isWorking = wish !== null && wish !== 'stopped' && stream.state === 'running' && !isDone;
  const ask = (next: Wish): void => {
    setAsked({ key, wish: next });
    if (next === wish) stream.restart();
  };
  useNewerMap(isDone ? layoutId : null, () => ask('stored'));
  return {
    status: status ?? null,
    // What was there stays in the picture until the next one has something to show.
    model: useKept(model),
    progress: isWorking ? (newest?.progress ?? { phase: 'load', done: 0, total: 0 }) : null,
    figures: isDone ? newest.figures : null,
    isStopped: wish === 'stopped',
    error: statusError ?? (stream.error?.code === 'cancelled' ? null : stream.error) ?? pointsError,
    make: ask,
    cancel: () => setAsked({ key, wish: 'stopped' }),
    retry() {
      void askStatus();
      if (pointsError !== null) void askPoints();
      if (stream.error !== null) stream.restart();
    },
  };
}

/** An outdated map is shown as it is, for making it anew takes seconds; a missing one is made. */
function wishOf(status: LatentStatus | undefined): Wish | null {
  switch (status?.state) {
    case undefined:
    case 'empty':
      return null;
    case 'outdated':
      return 'stored';
    case 'none':
    case 'current':
      return 'current';
  }
}

/** The model, or while there is none the last one. */
function useKept(model: MapModel | null): MapModel | null {
  const [kept, setKept] = useState(model);
  if (model !== null && model !== kept) setKept(model);
  return model ?? kept;
}

/** The choice of now, as a question wants it. */
export function useLayoutChoice(): LayoutChoice {
  return useMap(({ layout }) => layout);
}
