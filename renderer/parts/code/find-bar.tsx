import { useEffect, useRef, useState, type ReactNode } from 'react';
import { formatNumber } from '../../ui/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { FoundPlaces } from './code-editor.ts';
import styles from './code-view.module.css';

interface FindBarProps {
  found: FoundPlaces | null;
  onFind: (words: string) => void;
  onStep: (step: 1 | -1) => void;
  onClose: () => void;
}

/** Looks for words within the file: Enter goes on, Shift and Enter back, Escape closes. */
export function FindBar({ found, onFind, onStep, onClose }: FindBarProps): ReactNode {
  const [words, setWords] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <search className={styles.find}>
      <TextField
        ref={field}
        label="Find in file"
        hidesLabel
        placeholder="Find in file"
        icon="search"
        value={words}
        onValueChange={(next) => {
          setWords(next);
          onFind(next);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onStep(event.shiftKey ? -1 : 1);
          else if (event.key === 'Escape') onClose();
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
        className={styles.findField}
      />
      <span className={styles.findCount} role="status">
        {found === null ? '' : found.count === 0 ? 'Not found' : `${formatNumber(found.current)} of ${formatNumber(found.count)}`}
      </span>
      <IconButton icon="arrow-up" label="Previous place" size="small" onClick={() => onStep(-1)} disabled={!found?.count} />
      <IconButton icon="arrow-down" label="Next place" size="small" onClick={() => onStep(1)} disabled={!found?.count} />
      <IconButton icon="close" label="Close the search in this file" size="small" onClick={onClose} />
    </search>
  );
}
