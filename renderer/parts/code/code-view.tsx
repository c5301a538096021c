import { useEffect, useImperativeHandle, useRef, useState, type ReactNode, type Ref } from 'react';
import type { LineRange } from '../../../main/contract/search.ts';
import { useCommand } from '../../commands/use-command.ts';
import type { ReaderHandle } from '../reading/reader-handle.ts';
import { createCodeEditor, type CodeEditor, type FoundPlaces } from './code-editor.ts';
import styles from './code-view.module.css';
import { FindBar } from './find-bar.tsx';

interface CodeViewProps {
  text: string;
  language: string;
  label: string;
  wraps: boolean;
  hit: LineRange | null;
  onTopLine: (line: number) => void;
  ref?: Ref<ReaderHandle>;
}

/** A whole file with colours, line numbers, the lines of the hit and a search of its own. */
export function CodeView({ text, language, label, wraps, hit, onTopLine, ref }: CodeViewProps): ReactNode {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<CodeEditor>(null);
  const newestTopLine = useRef(onTopLine);
  const [finds, setFinds] = useState(false);
  const [found, setFound] = useState<FoundPlaces | null>(null);
  useEffect(() => {
    newestTopLine.current = onTopLine;
  });

  useEffect(() => {
    const created = createCodeEditor(host.current!, {
      text,
      language,
      label,
      wraps,
      onTopLine: (line) => newestTopLine.current(line),
    });
    editor.current = created;
    return () => {
      editor.current = null;
      created.destroy();
    };
  }, [text, language, label, wraps]);

  const { start, end } = hit ?? { start: 0, end: 0 };
  useEffect(() => {
    editor.current?.showHit(start === 0 ? null : { start, end });
    if (start > 0) editor.current?.scrollToLine(start, end - start < 12 ? 'center' : 'start');
  }, [text, language, label, wraps, start, end]);

  useImperativeHandle(ref, () => ({
    scrollToLine: (line, place) => editor.current?.scrollToLine(line, place),
    focus: () => editor.current?.focus(),
  }));

  useCommand('reading.find', () => setFinds(true));
  const closeFind = (): void => {
    setFinds(false);
    setFound(null);
    editor.current?.find('');
    editor.current?.focus();
  };
  return (
    <div className={styles.view}>
      {finds && (
        <FindBar
          found={found}
          onFind={(words) => setFound(words === '' ? null : (editor.current?.find(words) ?? null))}
          onStep={(step) => setFound(editor.current?.findNext(step) ?? null)}
          onClose={closeFind}
        />
      )}
      <div ref={host} className={styles.host} />
    </div>
  );
}
