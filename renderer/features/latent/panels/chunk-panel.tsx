import { useEffect, useRef, type ReactNode } from 'react';
import { maybeChunkId } from '../../../../main/contract/latent-chunk-ids.ts';
import type { ReaderHandle } from '../../../parts/reading/reader-handle.ts';
import { ReadingPane } from '../../../parts/reading/reading-pane.tsx';
import { currentRoute, navigate } from '../../../router/use-route.ts';
import { Button } from '../../../ui/button.tsx';
import { formatNumber, formatPercent, plural } from '../../../ui/format.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Waiting } from '../../../ui/waiting.tsx';
import { useMap } from '../map-state.ts';
import { clusterOf, pointFacts, pointOf } from '../model/map-model.ts';
import { NeighbourList } from './neighbour-list.tsx';
import styles from './panels.module.css';
import type { PanelProps } from './panel-props.ts';

/** The focused chunk: how far its place is to be trusted, its true neighbours, its text. */
export function ChunkPanel(props: PanelProps): ReactNode {
  const { route, scope, model, focus, neighbours, picture, onChoose } = props;
  const { level, chunkView: view, entered } = useMap();
  const reader = useRef<ReaderHandle>(null);
  // Enter on the map goes into the text, also into one that is not there yet.
  const before = useRef(entered);
  useEffect(() => {
    if (before.current !== entered) reader.current?.focus();
    before.current = entered;
  }, [entered]);
  if (route.chunk === null || !maybeChunkId(route.chunk))
    return (
      <EmptyState icon="map" title="No chunk is chosen">
        Press a point, or go to the map with A and walk from chunk to chunk with the arrow keys.
      </EmptyState>
    );
  const facts = focus === null ? null : pointFacts(model, focus);
  const cluster = focus === null ? null : clusterOf(model, focus, level);
  const openChunk = (chunk: string): void => {
    const now = currentRoute();
    if (now.screen !== 'map') return;
    const point = pointOf(model, chunk);
    if (point === null) navigate({ ...now, chunk }, { replace: true });
    else onChoose(point);
  };
  return (
    <div className={styles.panel}>
      {facts !== null && (
        <header className={styles.head}>
          <h2 className={styles.headTitle}>{facts.title}</h2>
          <p className={styles.muted}>
            {cluster !== null && <>In “{cluster.name}”. </>}
            {facts.trust !== null && <>{formatPercent(facts.trust)} of its true neighbours stand near it on the map. </>}
            {facts.occurrences !== null && <>It is among the nearest of {formatNumber(facts.occurrences)} chunks. </>}
            {facts.hits !== null && <>Agents were given it {plural(facts.hits, 'time')} in 30 days.</>}
          </p>
          <div className={styles.actions} role="group" aria-label="About the chunk">
            {(['neighbours', 'text'] as const).map((each) => (
              <Button
                key={each}
                size="small"
                aria-pressed={view === each}
                variant={view === each ? 'plain' : 'quiet'}
                onClick={() => useMap.setState({ chunkView: each })}
              >
                {each === 'neighbours' ? 'True neighbours' : 'Text'}
              </Button>
            ))}
            <Button size="small" variant="quiet" onClick={() => picture.current?.show(focus ?? 0, true)}>
              Fly to
            </Button>
          </div>
        </header>
      )}
      {view === 'neighbours' && facts !== null ? (
        neighbours === null ? (
          <Waiting />
        ) : (
          <NeighbourList model={model} neighbours={neighbours} onOpenChunk={openChunk} />
        )
      ) : (
        <div className={styles.reading}>
          <ReadingPane
            ref={reader}
            reference={{ chunkId: route.chunk }}
            lines={null}
            query={route.query}
            scope={scope}
            hits={[]}
            isBeside
            onClose={() => onChoose(null)}
            onLeave={() => picture.current?.focus()}
            onOpenChunk={openChunk}
          />
        </div>
      )}
    </div>
  );
}
