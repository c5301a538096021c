import { useState, type ReactNode } from 'react';
import type { McpCall, McpCallFilter } from '../../../../main/contract/mcp.ts';
import { useAction } from '../../../rpc-client/use-action.ts';
import { navigate } from '../../../router/use-route.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { plural } from '../../../ui/format.ts';
import { Waiting } from '../../../ui/waiting.tsx';
import { Splitter } from '../../../ui/splitter.tsx';
import { useMedia } from '../../../ui/use-media.ts';
import { useSettled } from '../../../ui/use-settled.ts';
import { VirtualList } from '../../../ui/virtual-list.tsx';
import { CallDetail } from './call-detail.tsx';
import { CallRow } from './call-row.tsx';
import { LogFilters } from './log-filters.tsx';
import styles from './log-view.module.css';
import { useCallLog } from './use-call-log.ts';

const wideWindow = '(min-width: 1080px)';
const rowHeight = 44;

interface LogViewProps {
  /** Id of the call that is looked at. */
  chosen: number | null;
}

/** Every call of an agent as it comes in, and the one that is looked at beside them. */
export function LogView({ chosen }: LogViewProps): ReactNode {
  const [filter, setFilter] = useState<McpCallFilter>({});
  const contains = useSettled(filter.contains?.trim() ?? '', 150);
  const { contains: _, ...rest } = filter;
  const log = useCallLog(contains === '' ? rest : { ...rest, contains });
  const isWide = useMedia(wideWindow);
  const [isClearing, setClearing] = useState(false);
  const isFiltered = Object.keys(filter).length > 0;
  const call = log.calls.find(({ id }) => id === chosen) ?? null;
  if (log.error !== null && log.total === null)
    return <ErrorState title="The calls cannot be read" error={log.error} onRetry={log.retry} />;
  if (log.total === null) return <Waiting label="Reading the calls" />;
  if (log.total === 0 && !isFiltered) return <NoCalls />;
  const list = (
    <div className={styles.log}>
      <LogFilters filter={filter} values={log.values} onFilterChange={setFilter} />
      <div className={styles.sum}>
        <span role="status">{plural(log.total, 'call')}</span>
        <span className={styles.note}>kept 30 days on this machine, sent nowhere</span>
        <span className={styles.gap} />
        <Button size="small" variant="quiet" icon="trash" onClick={() => setClearing(true)}>
          Clear
        </Button>
      </div>
      {log.total === 0 ? (
        <EmptyState
          icon="filter"
          title="No call passes these filters"
          actions={<Button onClick={() => setFilter({})}>Clear filters</Button>}
        />
      ) : (
        <CallList calls={log.calls} total={log.total} chosen={chosen} onEnd={log.loadOlder} />
      )}
    </div>
  );
  return (
    <>
      {call !== null && !isWide ? (
        <CallDetail call={call} onClose={close} />
      ) : call === null ? (
        list
      ) : (
        <Splitter
          id="agent-calls"
          panes={[
            { id: 'calls', defaultSize: '56%', minSize: '420px', children: list },
            { id: 'call', minSize: '320px', children: <CallDetail call={call} onClose={close} /> },
          ]}
        />
      )}
      <ClearDialog open={isClearing} total={log.total} onOpenChange={setClearing} />
    </>
  );
}

function close(): void {
  navigate({ screen: 'agents', view: null, call: null }, { replace: true });
}

interface CallListProps {
  calls: readonly McpCall[];
  total: number;
  chosen: number | null;
  onEnd: () => void;
}

function CallList({ calls, total, chosen, onEnd }: CallListProps): ReactNode {
  const place = calls.findIndex(({ id }) => id === chosen);
  const [active, setActive] = useState<number | null>(null);
  const open = (index: number): void => {
    const call = calls[index];
    if (call !== undefined) navigate({ screen: 'agents', view: null, call: call.id }, { replace: chosen !== null });
  };
  return (
    <VirtualList<McpCall>
      label="Calls of agents"
      count={total}
      itemAt={(index) => calls[index]}
      itemKey={(index) => calls[index]?.id ?? `place ${index}`}
      rowHeight={rowHeight}
      activeIndex={place === -1 ? active : place}
      onActiveChange={(index) => {
        setActive(index);
        if (chosen !== null) open(index);
      }}
      onPress={open}
      onOpen={open}
      onRangeChange={(_first, last) => {
        if (last >= calls.length - 1) onEnd();
      }}
      renderItem={(call) => <CallRow call={call} />}
      className={styles.list}
    />
  );
}

function NoCalls(): ReactNode {
  return (
    <EmptyState
      icon="agents"
      title="No agent has asked anything yet"
      actions={
        <Button
          variant="primary"
          icon="link"
          onClick={() => navigate({ screen: 'agents', view: 'connect', call: null }, { replace: true })}
        >
          Connect an agent
        </Button>
      }
    >
      When one does, each call appears here as it comes in: what was asked, what was found, how long it took. Calls are kept 30
      days on this machine and sent nowhere.
    </EmptyState>
  );
}

interface ClearDialogProps {
  open: boolean;
  total: number;
  onOpenChange: (open: boolean) => void;
}

function ClearDialog({ open, total, onOpenChange }: ClearDialogProps): ReactNode {
  const { run, isRunning } = useAction('mcp.clear', { invalidates: ['mcp.calls', 'mcp.attention', 'mcp.feedback'] });
  const clear = async (): Promise<void> => {
    if ((await run({})) !== null) onOpenChange(false);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="small"
      title="Forget all calls?"
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Keep them</Button>
          <Button variant="danger" isBusy={isRunning} onClick={() => void clear()}>
            Forget all calls
          </Button>
        </>
      }
    >
      {total === 0 ? 'All calls' : `All calls, not only the ${plural(total, 'call')} in this list,`} are forgotten. That cannot be
      taken back. Feedback and evaluation cases stay.
    </Dialog>
  );
}
