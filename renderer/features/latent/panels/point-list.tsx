import { useState, type ReactNode } from 'react';
import { TypeBadge } from '../../../ui/badge.tsx';
import { VirtualList } from '../../../ui/virtual-list.tsx';
import { pointFacts, type MapModel } from '../model/map-model.ts';
import styles from './panels.module.css';

interface PointListProps {
  label: string;
  model: MapModel;
  points: ArrayLike<number>;
  /** What stands at the end of a row, e.g. a distance. */
  renderEnd?: ((point: number, index: number) => ReactNode) | undefined;
  onChoose: (point: number) => void;
}

const rowHeight = 46;

/** Points as a list: arrow keys go through it, Enter or a press goes to the point on the map. */
export function PointList({ label, model, points, renderEnd, onChoose }: PointListProps): ReactNode {
  const [active, setActive] = useState<number | null>(null);
  const choose = (index: number): void => {
    const point = points[index];
    if (point !== undefined) onChoose(point);
  };
  return (
    <VirtualList
      label={label}
      count={points.length}
      itemAt={(index) => points[index]}
      itemKey={(index) => `${points[index]} ${index}`}
      rowHeight={rowHeight}
      activeIndex={active !== null && active < points.length ? active : null}
      onActiveChange={setActive}
      onPress={choose}
      onOpen={choose}
      renderItem={(point, { index }) => <PointRow model={model} point={point} end={renderEnd?.(point, index)} />}
    />
  );
}

/** One point in two lines. */
function PointRow({ model, point, end }: { model: MapModel; point: number; end?: ReactNode }): ReactNode {
  const facts = pointFacts(model, point);
  return (
    <div className={styles.row}>
      <div className={styles.rowHead}>
        <TypeBadge type={facts.type} />
        <span className={styles.rowTitle}>{facts.title}</span>
        <span className={styles.rowEnd}>{end}</span>
      </div>
      <div className={styles.rowPlace}>
        {facts.source} · {facts.path}:{facts.lines.start}
      </div>
    </div>
  );
}
