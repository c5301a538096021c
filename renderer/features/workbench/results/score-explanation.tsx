import { Popover as Base } from '@base-ui/react/popover';
import type { ReactNode } from 'react';
import type { SearchHit } from '../../../../main/contract/search.ts';
import { classNames } from '../../../ui/class-names.ts';
import popup from '../../../ui/popup.module.css';
import { formatPart, formatRaw, partNote } from './score-parts.ts';
import styles from './score-explanation.module.css';

interface ScoreExplanationProps {
  hit: SearchHit;
  /** What it stands beside. */
  anchor: Element | null;
  onClose: () => void;
}

/** Every part of a hit's score, with its rank and raw number, and their sum. */
export function ScoreExplanation({ hit, anchor, onClose }: ScoreExplanationProps): ReactNode {
  return (
    <Base.Root open onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Positioner
          anchor={anchor}
          side="bottom"
          align="end"
          sideOffset={4}
          collisionPadding={8}
          className={popup.positioner}
        >
          <Base.Popup className={classNames(popup.popup, styles.popup)}>
            <Base.Title className={styles.title}>Why it ranks here</Base.Title>
            <ScoreTable hit={hit} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

function ScoreTable({ hit }: { hit: SearchHit }): ReactNode {
  const parts = hit.explain ?? [];
  if (parts.length === 0) return <p className={styles.none}>This answer came without the parts of its scores.</p>;
  const largest = Math.max(...parts.map(({ value }) => Math.abs(value)), 0.01);
  const sum = parts.reduce((total, { value }) => total + value, 0);
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Part</th>
          <th scope="col" className={styles.number}>
            Rank
          </th>
          <th scope="col" className={styles.number}>
            Raw
          </th>
          <th scope="col" colSpan={2} className={styles.number}>
            Adds
          </th>
        </tr>
      </thead>
      <tbody>
        {parts.map((part, index) => (
          <tr key={`${part.name} ${index}`}>
            <th scope="row">
              {part.name}
              <span className={styles.note}>{partNote(part.name)}</span>
            </th>
            <td className={styles.number}>{part.rank ?? ''}</td>
            <td className={styles.number}>{part.raw === undefined ? '' : formatRaw(part.raw)}</td>
            <td className={styles.barCell} aria-hidden="true">
              <span
                className={styles.bar}
                data-negative={part.value < 0 || undefined}
                style={{ width: `${(Math.abs(part.value) / largest) * 100}%` }}
              />
            </td>
            <td className={styles.number}>{formatPart(part.value)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={4}>
            Score
          </th>
          <td className={styles.number}>{sum.toFixed(3)}</td>
        </tr>
      </tfoot>
    </table>
  );
}
