import { useSyncExternalStore, type ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './map-picture.module.css';
import { useMap } from './map-state.ts';
import type { MapStage } from './stage/map-stage.ts';

/** What has to be known of how the picture is drawn: by the processor, not in space, or not at the moment. */
export function PictureNotices({ stage }: { stage: MapStage }): ReactNode {
  const state = useSyncExternalStore(stage.subscribe, () => stage.state);
  const knows = useMap(({ knowsSoftware }) => knowsSoftware);
  if (state === 'lost')
    return (
      <p className={styles.notice} role="alert" data-covers>
        <Icon name="alert" /> The graphics card has let go of the picture. It is being made again; the lists beside it work on.
      </p>
    );
  const text =
    state === 'plain'
      ? 'WebGL is not available: the map is drawn plainly. Everything on it is also in the lists.'
      : stage.support.isSoftware
        ? 'No graphics card is used: the processor draws the map.'
        : null;
  if (text === null || knows) return null;
  return (
    <p className={styles.notice} role="status" data-covers>
      <Icon name="info" /> {text}
      <Button size="small" variant="quiet" onClick={() => useMap.setState({ knowsSoftware: true })}>
        Understood
      </Button>
    </p>
  );
}
