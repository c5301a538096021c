import { Fragment, type ReactNode } from 'react';
import { Group, Panel, Separator, useDefaultLayout } from 'react-resizable-panels';
import styles from './splitter.module.css';

export interface SplitterPane {
  id: string;
  /** Lengths as `30%` or `240px`. */
  defaultSize?: string;
  minSize?: string;
  maxSize?: string;
  children: ReactNode;
}

interface SplitterProps {
  /** Sizes are kept under this name. */
  id: string;
  panes: readonly SplitterPane[];
  direction?: 'horizontal' | 'vertical';
}

/** Panes side by side whose borders can be moved by pointer and arrow keys. */
export function Splitter({ id, panes, direction = 'horizontal' }: SplitterProps): ReactNode {
  const { defaultLayout, onLayoutChanged } = useDefaultLayout({
    id: `context-hub.${id}`,
    panelIds: panes.map((pane) => pane.id),
    storage: window.localStorage,
  });
  return (
    <Group orientation={direction} defaultLayout={defaultLayout} onLayoutChanged={onLayoutChanged} className={styles.group}>
      {panes.map((pane, index) => (
        <Fragment key={pane.id}>
          {index > 0 && <Separator className={styles.separator} aria-label="Resize" />}
          <Panel
            id={pane.id}
            className={styles.pane}
            {...(pane.defaultSize === undefined ? {} : { defaultSize: pane.defaultSize })}
            {...(pane.minSize === undefined ? {} : { minSize: pane.minSize })}
            {...(pane.maxSize === undefined ? {} : { maxSize: pane.maxSize })}
          >
            {pane.children}
          </Panel>
        </Fragment>
      ))}
    </Group>
  );
}
