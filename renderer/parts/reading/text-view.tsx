import { lazy, Suspense, useImperativeHandle, useRef, useState, type ReactNode, type Ref } from 'react';
import type { FileView } from '../../../main/contract/reading.ts';
import type { LineRange } from '../../../main/contract/search.ts';
import { commandKey, runCommand } from '../../commands/command-handlers.ts';
import { useCommand } from '../../commands/use-command.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { useOutline } from './outline-state.ts';
import { Outline } from './outline.tsx';
import type { ReaderHandle } from './reader-handle.ts';
import styles from './reading-pane.module.css';
import { useFollowLink } from './use-follow-link.ts';

const CodeView = lazy(() => import('../code/code-view.tsx').then((module) => ({ default: module.CodeView })));
const MarkdownView = lazy(() => import('./markdown-view.tsx').then((module) => ({ default: module.MarkdownView })));

/** Longer pages are shown as they are written: rendering them would hold the window. Unit: characters. */
const longestRendered = 400_000;

interface TextViewProps {
  file: FileView;
  hit: LineRange | null;
  onOpenChunk: (chunkId: string) => void;
  ref?: Ref<ReaderHandle>;
}

/** The text itself, rendered or as it is written, with its outline. */
export function TextView({ file, hit, onOpenChunk, ref }: TextViewProps): ReactNode {
  const reader = useRef<ReaderHandle>(null);
  const [wantsSource, setWantsSource] = useState(false);
  const [topLine, setTopLine] = useState(1);
  const showsOutline = useOutline(({ isShown }) => isShown);
  const followLink = useFollowLink(file, onOpenChunk, (line) => reader.current?.scrollToLine(line, 'start'));
  const { readable } = file;
  const canRender = file.isDocument && readable !== undefined && readable.text.length <= longestRendered;
  const isRendered = canRender && !wantsSource;
  const hasOutline = file.outline.length > 0;
  useImperativeHandle(ref, () => ({
    focus: () => reader.current?.focus(),
    scrollToLine: (line, place) => reader.current?.scrollToLine(line, place),
  }));
  const toggleSource = (): void => setWantsSource(!wantsSource);
  const toggleOutline = (): void => useOutline.setState({ isShown: !showsOutline });
  useCommand('reading.source', toggleSource, canRender);
  useCommand('reading.outline', toggleOutline, hasOutline);
  return (
    <>
      <div className={styles.tools}>
        {!isRendered && (
          <IconButton
            icon="search"
            label="Find in file"
            keys={commandKey('reading.find')}
            size="small"
            onClick={() => runCommand('reading.find')}
          />
        )}
        {canRender && (
          <IconButton
            icon="code"
            label="Show as written"
            keys={commandKey('reading.source')}
            size="small"
            aria-pressed={wantsSource}
            onClick={toggleSource}
          />
        )}
        {hasOutline && (
          <IconButton
            icon="outline"
            label="Outline"
            keys={commandKey('reading.outline')}
            size="small"
            aria-pressed={showsOutline}
            onClick={toggleOutline}
          />
        )}
      </div>
      {file.isDocument && !canRender && (
        <p className={styles.notice}>This page is too long to be rendered; it is shown as it is written.</p>
      )}
      <div className={styles.text}>
        <div className={styles.main}>
          <Suspense fallback={null}>
            {isRendered ? (
              <MarkdownView
                key={`${file.source} ${file.path}`}
                ref={reader}
                readable={readable}
                path={file.path}
                siteUrl={file.sourceUrl}
                hit={hit}
                onTopLine={setTopLine}
                onFollow={followLink}
              />
            ) : (
              <CodeView
                ref={reader}
                text={file.text}
                language={file.language}
                label={`Text of ${file.path}`}
                wraps={file.role === 'doc' || file.role === 'readme'}
                hit={hit}
                onTopLine={setTopLine}
              />
            )}
          </Suspense>
        </div>
        {showsOutline && hasOutline && (
          <Outline
            entries={file.outline}
            topLine={topLine}
            onChoose={(line) => {
              setTopLine(line);
              reader.current?.scrollToLine(line, 'start');
            }}
          />
        )}
      </div>
    </>
  );
}
