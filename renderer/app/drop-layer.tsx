import { useEffect, useState, type ReactNode } from 'react';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useTranscriptAnalysis } from '../parts/transcript-analysis.ts';
import { looksLikeTranscript } from '../parts/transcript-files.ts';
import { currentRoute, navigate, useRoute } from '../router/use-route.ts';
import { desktopBridge } from '../rpc-client/desktop-bridge.ts';
import { useHub } from '../rpc-client/hub-client.ts';
import type { HubConnection } from '../rpc-client/hub-connection.ts';
import { useAddRequest, type AddRequest } from '../state/add-request.ts';
import { plural } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { showToast } from '../ui/toast.tsx';
import styles from './drop-layer.module.css';
import { sortDrop, type SortedDrop } from './sort-drop.ts';

/** Takes folders, files and addresses that are dropped anywhere: transcripts to read, everything else as something to add. */
export function DropLayer(): ReactNode {
  const hub = useHub();
  const queries = useQueryClient();
  const showsSessions = useRoute().screen === 'sessions';
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    // Entering a child comes before leaving its parent, so they are counted.
    let depth = 0;
    const leaving = new AbortController();
    const { signal } = leaving;
    const listen = (name: 'dragenter' | 'dragover' | 'dragleave' | 'drop', handler: (event: DragEvent) => void): void =>
      window.addEventListener(
        name,
        (event) => {
          if (!carriesSource(event)) return;
          event.preventDefault();
          handler(event);
        },
        { signal },
      );
    listen('dragenter', () => {
      depth += 1;
      setIsOver(true);
    });
    listen('dragover', () => {});
    listen('dragleave', () => {
      depth -= 1;
      if (depth <= 0) setIsOver(false);
    });
    listen('drop', ({ dataTransfer }) => {
      depth = 0;
      setIsOver(false);
      if (dataTransfer === null) return;
      const { sources, transcripts } = sortDrop(dataTransfer, desktopBridge(), currentRoute().screen === 'sessions');
      if (sources !== null) addSources(sources);
      if (transcripts !== null) readTranscripts(hub, queries, transcripts, sources === null);
    });
    return () => leaving.abort();
  }, [hub, queries]);
  if (!isOver) return null;
  return (
    <div className={styles.layer}>
      <div className={styles.words}>
        <Icon name="add" size={24} />
        {showsSessions ? 'Drop to read as transcripts' : 'Drop to add as a source; session files are read as transcripts'}
      </div>
    </div>
  );
}

function addSources(request: AddRequest): void {
  navigate({ screen: 'sources', name: null, view: null });
  useAddRequest.getState().ask(request);
}

function readTranscripts(
  hub: HubConnection,
  queries: QueryClient,
  { paths, unplaced }: NonNullable<SortedDrop['transcripts']>,
  isAlone: boolean,
): void {
  const { start, cancel, setAsking, setUnplaced } = useTranscriptAnalysis.getState();
  // Beside sources that are to be added, transcripts are read while that is decided.
  if (isAlone) navigate({ screen: 'sessions', session: null, view: null, item: null });
  if (paths.length === 0) {
    setUnplaced(unplaced);
    setAsking(true);
    return;
  }
  void start(hub, queries, paths);
  showToast({
    title: `Reading ${plural(paths.length, 'place')} as transcripts`,
    // A folder may be either; a file of a session is no source.
    ...(paths.every(looksLikeTranscript)
      ? {}
      : {
          action: {
            title: 'Add as source instead',
            run: () => {
              cancel();
              addSources({ kind: 'places', places: paths });
            },
          },
        }),
  });
}

/** Files, folders and links; not text that is dragged within a field. */
function carriesSource({ dataTransfer }: DragEvent): boolean {
  const types = dataTransfer?.types ?? [];
  return types.includes('Files') || types.includes('text/uri-list');
}
