import { useEffect, useState, type ReactNode } from 'react';
import { navigate } from '../router/use-route.ts';
import { desktopBridge } from '../rpc-client/desktop-bridge.ts';
import { useAddRequest } from '../state/add-request.ts';
import { Icon } from '../ui/icon.tsx';
import styles from './drop-layer.module.css';
import { readDrop } from './read-drop.ts';

/** Takes folders, files and addresses that are dropped anywhere as something to add. */
export function DropLayer(): ReactNode {
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
      const request = dataTransfer === null ? null : readDrop(dataTransfer, desktopBridge());
      if (request === null) return;
      navigate({ screen: 'sources', name: null, view: null });
      useAddRequest.getState().ask(request);
    });
    return () => leaving.abort();
  }, []);
  if (!isOver) return null;
  return (
    <div className={styles.layer}>
      <div className={styles.words}>
        <Icon name="add" size={24} />
        Drop to add as a source
      </div>
    </div>
  );
}

/** Files, folders and links; not text that is dragged within a field. */
function carriesSource({ dataTransfer }: DragEvent): boolean {
  const types = dataTransfer?.types ?? [];
  return types.includes('Files') || types.includes('text/uri-list');
}
