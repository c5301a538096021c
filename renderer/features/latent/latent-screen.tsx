import type { ReactNode } from 'react';
import { FirstRun } from '../../parts/first-run.tsx';
import { emptyMap } from '../../router/route.ts';
import { useRoute } from '../../router/use-route.ts';
import { useCall } from '../../rpc-client/use-call.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import styles from './latent-screen.module.css';
import { LayoutProgress } from './layout-progress.tsx';
import { MapExplorer } from './map-explorer.tsx';
import { useLayout, useLayoutChoice, type LayoutData } from './use-layout.ts';

/** The map of everything indexed: every chunk a point. */
export function LatentScreen(): ReactNode {
  const current = useRoute();
  const route = current.screen === 'map' ? current : emptyMap;
  const data = useLayout(useLayoutChoice());
  if (data.model !== null) return <MapExplorer route={route} model={data.model} data={data} />;
  return (
    <div className={styles.waiting}>
      <NoMap data={data} />
    </div>
  );
}

/** What stands where there is no map yet. */
function NoMap({ data }: { data: LayoutData }): ReactNode {
  const { data: hub } = useCall('hub.status', {});
  const { status, progress, error, isStopped } = data;
  if (error !== null) return <ErrorState title="The map cannot be made" error={error} onRetry={data.retry} />;
  if (status?.state === 'empty')
    return hub?.state === 'empty' ? (
      <FirstRun />
    ) : (
      <EmptyState icon="map" title="There is nothing to map yet">
        {status.message}
      </EmptyState>
    );
  if (isStopped)
    return (
      <EmptyState
        icon="map"
        title="The map is not made"
        actions={
          <Button variant="primary" onClick={() => data.make('current')}>
            Make the map
          </Button>
        }
      >
        It was cancelled before there was anything to show. Nothing of it is kept.
      </EmptyState>
    );
  if (progress !== null) return <LayoutProgress progress={progress} onCancel={data.cancel} />;
  return <Waiting label="Asking for the map" />;
}
