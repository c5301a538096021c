import type { ReactNode } from 'react';
import type { FileView } from '../../../main/contract/reading.ts';
import { commandKey } from '../../commands/command-handlers.ts';
import { useCommand } from '../../commands/use-command.ts';
import { emptyMap, formatRoute } from '../../router/route.ts';
import { navigate, useRoute } from '../../router/use-route.ts';
import { TypeBadge } from '../../ui/badge.tsx';
import { formatDateTime, formatNumber, formatRelativeTime, plural } from '../../ui/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { shortCommit } from './citation.ts';
import { CopyMenu } from './copy-menu.tsx';
import { EditorMenu } from './editor-menu.tsx';
import { MarkButtons } from './mark-buttons.tsx';
import type { ReadingPaneProps } from './reading-pane-props.ts';
import styles from './reading-pane.module.css';

interface ReadingHeaderProps extends ReadingPaneProps {
  file: FileView;
  chunk: FileView['chunks'][number] | null;
}

/** What is being read: its place, its state, and what can be done with it. */
export function ReadingHeader({ file, chunk, lines, query, scope, hits, isBeside, onClose }: ReadingHeaderProps): ReactNode {
  const name = chunk?.symbol ?? (file.title || file.path.slice(file.path.lastIndexOf('/') + 1));
  const isOnMap = useRoute().screen === 'map';
  const showOnMap = (): void => {
    if (chunk !== null) navigate({ ...emptyMap, ...scope, query, chunk: chunk.chunkId });
  };
  useCommand('results.map', showOnMap, chunk !== null && !isOnMap);
  return (
    <header className={styles.header}>
      <div className={styles.top}>
        {!isBeside && (
          <IconButton icon="arrow-left" label="Back" keys={commandKey('reading.close')} size="small" onClick={onClose} />
        )}
        <TypeBadge type={file.role} />
        <h2 className={styles.name} title={name}>
          {name}
        </h2>
        <div className={styles.actions}>
          {chunk !== null && (
            <MarkButtons chunkId={chunk.chunkId} query={query} scope={scope} file={file} chunk={chunk} hits={hits} />
          )}
          {chunk !== null && !isOnMap && (
            <IconButton icon="map" label="Show on the map" keys={commandKey('results.map')} size="small" onClick={showOnMap} />
          )}
          <CopyMenu file={file} chunk={chunk} lines={lines} />
          <EditorMenu file={file} line={lines?.start ?? 1} />
          {isBeside && (
            <IconButton icon="close" label="Close" keys={commandKey('reading.close')} size="small" onClick={onClose} />
          )}
        </div>
      </div>
      <p className={styles.path}>
        <a href={formatRoute({ screen: 'sources', name: file.source, view: null })}>{file.source}</a> {file.path}
      </p>
      <p className={styles.facts}>
        {lines === null ? plural(file.lineCount, 'line') : `Lines ${lines.start}–${lines.end} of ${formatNumber(file.lineCount)}`}
        {file.repo !== file.source && ` · ${file.repo}`}
        {file.commit !== null && (
          <>
            {' · '}
            <code title={file.commit}>{shortCommit(file.commit)}</code>
          </>
        )}
        {file.checkedAt !== null && (
          <span title={formatDateTime(file.checkedAt)}> · checked {formatRelativeTime(file.checkedAt)}</span>
        )}
      </p>
    </header>
  );
}
