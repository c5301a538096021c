import type { ReactNode } from 'react';
import { maybeChunkId } from '../../../main/contract/latent-chunk-ids.ts';
import { formatRelativeTime, plural } from '../../ui/format.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './latent-screen.module.css';
import { LayoutProgress } from './layout-progress.tsx';
import type { MapModel } from './model/map-model.ts';
import type { LayoutData } from './use-layout.ts';

interface LayoutNoticeProps {
  data: LayoutData;
  model: MapModel;
  /** Chunk that was asked for, and its point where the map has it. */
  chunk: string | null;
  focus: number | null;
}

/** What is under way with the map, or wrong with it. Nothing where it is as it should be. */
export function LayoutNotice({ data, model, chunk, focus }: LayoutNoticeProps): ReactNode {
  const { status, progress, error, isStopped } = data;
  if (progress !== null) return <LayoutProgress progress={progress} onCancel={data.cancel} />;
  if (error !== null)
    return (
      <p className={styles.noticeLine} role="alert">
        <Icon name="alert" /> {error.message}
        <Button size="small" onClick={data.retry}>
          Try again
        </Button>
      </p>
    );
  if (isStopped)
    return (
      <p className={styles.noticeLine} role="status">
        The map is not finished: it was cancelled.
        <Button size="small" onClick={() => data.make('current')}>
          Finish it
        </Button>
      </p>
    );
  if (chunk !== null && focus === null)
    return (
      <p className={styles.noticeLine} role="status">
        <Icon name="info" />{' '}
        {maybeChunkId(chunk)
          ? 'This chunk is not on the map: it has no vector yet, or is newer than the map.'
          : 'The address names no chunk: ids are up to 64 of the signs 0–9 and a–f. Press a point instead.'}
      </p>
    );
  if (status?.state === 'outdated')
    return (
      <p className={styles.noticeLine} role="status">
        <Icon name="info" /> Made {status.madeAt === null ? 'earlier' : formatRelativeTime(status.madeAt)} of{' '}
        {plural(model.points.count, 'chunk')}; {plural(status.vectors, 'chunk')} are indexed now.
        <Button size="small" onClick={() => data.make('current')}>
          Bring it up to date
        </Button>
      </p>
    );
  return null;
}
