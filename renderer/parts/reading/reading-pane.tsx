import { useEffect, useImperativeHandle, useMemo, useRef, useState, type ReactNode } from 'react';
import type { FileView } from '../../../main/contract/reading.ts';
import type { LineRange } from '../../../main/contract/search.ts';
import { useCommand } from '../../commands/use-command.ts';
import { useCall } from '../../rpc-client/use-call.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { CallGraphView } from './call-graph-view.tsx';
import { NeighboursView } from './neighbours-view.tsx';
import type { ReaderHandle } from './reader-handle.ts';
import { ReadingHeader } from './reading-header.tsx';
import type { ReadingPaneProps } from './reading-pane-props.ts';
import styles from './reading-pane.module.css';
import { TextView } from './text-view.tsx';

type View = 'text' | 'calls' | 'similar';

/** A file or page with the chunk that was found in its place, and what is known about the chunk. */
export function ReadingPane(props: ReadingPaneProps): ReactNode {
  const { reference, lines, onLeave, onOpenChunk, ref } = props;
  const { data: file, error, refetch, isPlaceholderData } = useCall('read.file', reference, { keepPrevious: true });
  const [view, setView] = useState<View>('text');
  const reader = useRef<ReaderHandle>(null);
  const pane = useRef<HTMLElement>(null);
  const asked = 'chunkId' in reference ? reference.chunkId : null;
  const chunk = useMemo(() => (file === undefined ? null : chunkOf(file, asked, lines)), [file, asked, lines]);
  // Asked for while the file is on its way, it is done when it is there.
  const awaitsFocus = useRef(false);
  const focus = (): void => {
    awaitsFocus.current = pane.current === null;
    // The pane first: what is inside may still be loading and hands the focus on when it can.
    pane.current?.focus({ preventScroll: true });
    if (view === 'text') reader.current?.focus();
  };
  useImperativeHandle(ref, () => ({ focus, scrollToLine: (line, place) => reader.current?.scrollToLine(line, place) }));
  // The text of another file replaces the element that had the focus; without this the keys would be lost with it.
  const hadFocus = useRef(false);
  useEffect(() => {
    const isLost = hadFocus.current && document.activeElement === document.body;
    if (pane.current === null || !(isLost || awaitsFocus.current)) return;
    awaitsFocus.current = false;
    pane.current.focus({ preventScroll: true });
  }, [file, view]);
  useCommand('reading.focus', focus);
  useCommand('reading.text', () => setView('text'));
  useCommand('reading.calls', () => setView('calls'), chunk !== null && file?.isDocument === false);
  useCommand('reading.similar', () => setView('similar'), chunk !== null);
  useCommand('reading.close', props.onClose);
  if (error !== null) return <ErrorState title="This cannot be read" error={error} onRetry={() => void refetch()} />;
  if (file === undefined) return <div className={styles.pane} aria-busy="true" />;
  const shown = lines ?? file.opensAt;
  const open = chunk === null || (view === 'calls' && file.isDocument) ? 'text' : view;
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape leaves the region from anywhere in it
    <section
      ref={pane}
      tabIndex={-1}
      className={styles.pane}
      aria-label={`Text of ${file.path}`}
      aria-busy={isPlaceholderData}
      onFocus={() => {
        hadFocus.current = true;
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        hadFocus.current = currentTarget.contains(relatedTarget);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        onLeave();
      }}
    >
      <ReadingHeader {...props} file={file} chunk={chunk} lines={shown} />
      <Tabs<View>
        label="About this result"
        value={open}
        tabs={[
          { value: 'text', title: file.isDocument ? 'Page' : 'File' },
          ...(chunk === null ? [] : file.isDocument ? [similarTab] : [callsTab, similarTab]),
        ]}
        onValueChange={setView}
        className={styles.tabs}
      >
        {open === 'text' && <TextView ref={reader} file={file} hit={shown} onOpenChunk={onOpenChunk} />}
        {open === 'calls' && chunk !== null && <CallGraphView chunkId={chunk.chunkId} onOpenChunk={onOpenChunk} />}
        {open === 'similar' && chunk !== null && <NeighboursView chunkId={chunk.chunkId} onOpenChunk={onOpenChunk} />}
      </Tabs>
    </section>
  );
}

const callsTab = { value: 'calls', title: 'Calls' } as const;
const similarTab = { value: 'similar', title: 'Similar' } as const;

/** The chunk that was asked for, else the smallest one around the first of the lines. */
function chunkOf(file: FileView, chunkId: string | null, lines: LineRange | null): FileView['chunks'][number] | null {
  const asked = file.chunks.find((chunk) => chunk.chunkId === chunkId);
  if (asked !== undefined || lines === null) return asked ?? null;
  const around = file.chunks.filter((chunk) => chunk.lines.start <= lines.start && chunk.lines.end >= lines.start);
  return around.toSorted((a, b) => a.lines.end - a.lines.start - (b.lines.end - b.lines.start))[0] ?? null;
}
