import { useEffect, useRef, type ReactNode } from 'react';
import type { FileView } from '../../../main/contract/reading.ts';
import styles from './reading-pane.module.css';

interface OutlineProps {
  entries: FileView['outline'];
  /** The line at the upper edge of the text. */
  topLine: number;
  onChoose: (line: number) => void;
}

/** Headings or definitions; the one that is being read is marked. */
export function Outline({ entries, topLine, onChoose }: OutlineProps): ReactNode {
  const list = useRef<HTMLElement>(null);
  const current = Math.max(
    0,
    entries.findLastIndex(({ line }) => line <= topLine + 1),
  );
  const least = Math.min(...entries.map(({ depth }) => depth));
  useEffect(() => {
    list.current?.querySelector('[aria-current="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  return (
    <nav ref={list} className={styles.outline} aria-label="Outline">
      {entries.map(({ text, line, depth, kind }, index) => (
        <button
          key={`${line} ${text}`}
          type="button"
          className={styles.outlineLine}
          style={{ paddingLeft: 8 + Math.min(depth - least, 5) * 12 }}
          aria-current={index === current}
          title={kind === 'heading' ? text : `${kind} ${text}`}
          onClick={() => onChoose(line)}
        >
          {text}
        </button>
      ))}
    </nav>
  );
}
