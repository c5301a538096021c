import { useState, type ReactNode } from 'react';
import type { AnalyzedFile } from '../../../../main/contract/sessions.ts';
import { Badge } from '../../../ui/badge.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { formatBytes, formatNumber, plural } from '../../../ui/format.ts';
import { VirtualList } from '../../../ui/virtual-list.tsx';
import { agentTitle } from '../words/agent-text.ts';
import styles from './file-account.module.css';

/** What became of each file: nothing is left out without a word. */
export function FileAccount({ files }: { files: readonly AnalyzedFile[] }): ReactNode {
  const [active, setActive] = useState<number | null>(files.length === 1 ? 0 : null);
  const chosen = active === null ? null : (files[active] ?? null);
  if (files.length === 0) return <EmptyState title="There is no file in what was given" />;
  return (
    <div className={styles.account}>
      <div className={styles.files} style={{ height: Math.min(files.length, 6) * 44 }}>
        <VirtualList
          label="Files"
          count={files.length}
          itemAt={(index) => files[index]}
          rowHeight={44}
          activeIndex={active}
          onActiveChange={setActive}
          renderItem={(file) => (
            <div className={styles.row}>
              <span className={styles.path} title={file.path}>
                {file.path}
              </span>
              <span className={styles.facts}>
                <Badge tone={file.transcript ? 'neutral' : 'warning'}>
                  {file.transcript ? agentTitle(file.agent) : 'not read'}
                </Badge>
                {factsOf(file)}
              </span>
            </div>
          )}
        />
      </div>
      {chosen !== null && <FileNotes file={chosen} />}
    </div>
  );
}

function factsOf(file: AnalyzedFile): string {
  if (!file.transcript) return file.reason ?? '';
  return [
    plural(file.records, 'record'),
    plural(file.toolCalls, 'call'),
    file.mcpCalls > 0 ? `${formatNumber(file.mcpCalls)} of MCP servers` : '',
    formatBytes(file.bytes),
    file.skipped > 0 ? `${plural(file.skipped, 'line')} skipped` : '',
    file.repaired > 0 ? `${formatNumber(file.repaired)} repaired` : '',
    file.duplicates > 0 ? `${plural(file.duplicates, 'duplicate')} left out` : '',
    file.pendingTail ? 'last line still being written' : '',
  ]
    .filter((part) => part !== '')
    .join(', ');
}

/** Lines that could not be read, and records that nobody knows. */
function FileNotes({ file }: { file: AnalyzedFile }): ReactNode {
  const types = Object.entries(file.unknownTypes);
  if (!file.transcript && file.skippedLines.length === 0 && types.length === 0) return null;
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys
    <div className={styles.notes} tabIndex={0} role="region" aria-label={`Notes on ${file.path}`}>
      {file.transcript && (
        <p>
          {plural(file.messages, 'message')}, {plural(file.unanswered, 'call')} without a result,{' '}
          {formatNumber(file.outputTokens)} tokens written by the agent.
        </p>
      )}
      {file.skippedLines.length > 0 && (
        <>
          <h2>Skipped lines</h2>
          <ul aria-label="Skipped lines">
            {file.skippedLines.map(({ line, reason }) => (
              <li key={line}>
                {formatNumber(line)}: {reason}
              </li>
            ))}
            {file.skipped > file.skippedLines.length && <li>and {formatNumber(file.skipped - file.skippedLines.length)} more</li>}
          </ul>
        </>
      )}
      {types.length > 0 && (
        <>
          <h2>Records of unknown types, kept out of the analysis</h2>
          <ul aria-label="Unknown types">
            {types.map(([type, count]) => (
              <li key={type}>
                <code>{type}</code> {formatNumber(count)}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
