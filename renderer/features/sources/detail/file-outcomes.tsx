import { useState, type ReactNode } from 'react';
import { useHub } from '../../../rpc-client/hub-client.ts';
import { useCall } from '../../../rpc-client/use-call.ts';
import { usePages } from '../../../rpc-client/use-pages.ts';
import { navigate } from '../../../router/use-route.ts';
import { TypeBadge } from '../../../ui/badge.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { formatNumber, plural } from '../../../ui/format.ts';
import { TextField } from '../../../ui/text-field.tsx';
import { useSettled } from '../../../ui/use-settled.ts';
import { VirtualList } from '../../../ui/virtual-list.tsx';
import { reasonText } from '../reason-text.ts';
import styles from './file-outcomes.module.css';

interface FileOutcomesProps {
  name: string;
  outcome: 'indexed' | 'skipped' | 'failed';
}

const pageSize = 100;
/** Reasons of failures are free words; what is beyond these is found by the list itself. */
const shownReasons = 14;

const emptyTitles = { indexed: 'No file is indexed', skipped: 'No file was skipped', failed: 'No file failed' } as const;
const notes = {
  indexed: 'Refresh the source to index it, or look at what was skipped.',
  skipped: 'Every file counts as something that is indexed.',
  failed: 'Every file that counts was read.',
} as const;

/** The files of a source by what became of them, with reasons. */
export function FileOutcomes({ name, outcome }: FileOutcomesProps): ReactNode {
  const hub = useHub();
  const [typed, setTyped] = useState('');
  const contains = useSettled(typed.trim(), 150);
  const [reason, setReason] = useState<string | null>(null);
  const [active, setActive] = useState<number | null>(null);
  const input = { name, outcome, contains, ...(reason === null ? {} : { reason }) };
  const { data: summary } = useCall('sources.files', { name, outcome, contains, limit: 1 }, { keepPrevious: true });
  const pages = usePages({
    key: ['sources.files', input],
    pageSize,
    load: async (offset, limit, signal) => {
      const { total, files } = await hub.call('sources.files', { ...input, offset, limit }, { signal });
      return { total, items: files };
    },
  });
  const reasons = summary?.reasons ?? [];
  const isFiltered = contains !== '' || reason !== null;
  if (pages.error !== null)
    return <ErrorState title="The files cannot be read" error={pages.error} onRetry={() => pages.retry()} />;
  if (pages.total === 0 && !isFiltered)
    return (
      <EmptyState icon="check" title={emptyTitles[outcome]}>
        {notes[outcome]}
      </EmptyState>
    );
  const label = { indexed: 'Indexed files', skipped: 'Skipped files', failed: 'Failed files' }[outcome];
  const openFile = (index: number): void => {
    const file = pages.itemAt(index);
    if (file !== undefined && outcome === 'indexed') navigate({ screen: 'read', source: name, path: file.path, lines: null });
  };
  return (
    <div className={styles.files}>
      <div className={styles.tools}>
        <TextField
          label={`Search ${label.toLowerCase()}`}
          hidesLabel
          type="search"
          icon="search"
          placeholder="Part of a path"
          value={typed}
          onValueChange={(next) => {
            setTyped(next);
            setActive(null);
          }}
        />
        {reasons.length > 0 && (
          <div className={styles.reasons} role="group" aria-label="Reasons">
            {reasons.slice(0, shownReasons).map((each) => (
              <button
                key={each.reason}
                type="button"
                aria-pressed={each.reason === reason}
                className={styles.reason}
                title={outcome === 'skipped' ? reasonText(each.reason) : each.reason}
                onClick={() => {
                  setReason(each.reason === reason ? null : each.reason);
                  setActive(null);
                }}
              >
                <span className={styles.cut}>{each.reason}</span>
                <span className={styles.count}>{formatNumber(each.count)}</span>
              </button>
            ))}
          </div>
        )}
        <p className={styles.total} role="status">
          {pages.total === null ? ' ' : plural(pages.total, 'file')}
          {reason !== null && outcome === 'skipped' && `: ${reasonText(reason)}`}
        </p>
      </div>
      {pages.total === 0 ? (
        <EmptyState icon="search" title="No file passes">
          Type less of the path, or let go of the reason.
        </EmptyState>
      ) : (
        <VirtualList
          label={label}
          count={pages.total ?? 0}
          itemAt={pages.itemAt}
          rowHeight={outcome === 'indexed' ? 30 : 44}
          activeIndex={active}
          onActiveChange={setActive}
          onRangeChange={pages.onRangeChange}
          onPress={openFile}
          onOpen={openFile}
          renderItem={(file) => (
            <div className={styles.row} data-two={outcome !== 'indexed' || undefined}>
              {outcome === 'indexed' ? (
                <>
                  <span className={styles.path}>{file.path}</span>
                  {file.role !== null && <TypeBadge type={file.role} />}
                </>
              ) : (
                <>
                  <span className={styles.path}>{file.path}</span>
                  <span className={styles.why} title={file.detail ?? undefined}>
                    {[file.reason ?? '', file.detail ?? ''].filter((part) => part !== '').join(': ')}
                  </span>
                </>
              )}
            </div>
          )}
        />
      )}
    </div>
  );
}
