import type { ReactNode } from 'react';
import type { CallGraph } from '../../../main/contract/reading.ts';
import { useCall } from '../../rpc-client/use-call.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { plural } from '../../ui/format.ts';
import { Spinner } from '../../ui/spinner.tsx';
import styles from './reading-pane.module.css';

type Edge = CallGraph['callers'][number];

const confidenceTitles: Record<Edge['confidence'], string> = {
  certain: '',
  likely: 'likely',
  unresolved: 'not resolved',
};

interface CallGraphViewProps {
  chunkId: string;
  onOpenChunk: (chunkId: string) => void;
}

/** Who calls this, what it calls and what it yields; a press goes there. */
export function CallGraphView({ chunkId, onOpenChunk }: CallGraphViewProps): ReactNode {
  const { data, error, refetch } = useCall('read.callGraph', { chunkId });
  if (error !== null) return <ErrorState title="The calls cannot be read" error={error} onRetry={() => void refetch()} />;
  if (data === undefined)
    return (
      <div className={styles.nothing}>
        <Spinner />
      </div>
    );
  const { callers, callees, more, symbol } = data;
  if (callers.length === 0 && callees.length === 0)
    return (
      <EmptyState icon="graph" title="No calls are known">
        {symbol === null
          ? 'This is no function, method or class of indexed source.'
          : `Nothing indexed calls ${symbol}, and it calls nothing that could be told.`}
      </EmptyState>
    );
  const yields = callees.filter(({ kind }) => kind === 'yields');
  const calls = callees.filter(({ kind }) => kind === 'calls');
  return (
    <div className={styles.list}>
      <Edges title="Callers" edges={callers} more={more.callers} onOpenChunk={onOpenChunk} />
      <Edges title="Calls" edges={calls} more={more.callees} onOpenChunk={onOpenChunk} />
      {yields.length > 0 && <Edges title="Yields" edges={yields} more={0} onOpenChunk={onOpenChunk} />}
    </div>
  );
}

interface EdgesProps {
  title: string;
  edges: readonly Edge[];
  more: number;
  onOpenChunk: (chunkId: string) => void;
}

function Edges({ title, edges, more, onOpenChunk }: EdgesProps): ReactNode {
  return (
    <section aria-label={title}>
      <h3 className={styles.listTitle}>
        {title}
        <span className={styles.muted}>{edges.length === 0 ? 'none' : edges.length + more}</span>
      </h3>
      <ul>
        {edges.map((edge, index) => (
          <li key={`${edge.name} ${edge.line} ${edge.place?.chunkId ?? ''} ${index}`}>
            <EdgeLine edge={edge} onOpenChunk={onOpenChunk} />
          </li>
        ))}
      </ul>
      {more > 0 && <p className={styles.entryPlace}>{plural(more, 'more edge')} left out</p>}
    </section>
  );
}

function EdgeLine({ edge, onOpenChunk }: { edge: Edge; onOpenChunk: (chunkId: string) => void }): ReactNode {
  const { place, name, line, confidence, kind } = edge;
  const head = (
    <span className={styles.entryHead}>
      <span className={styles.entryName}>{place?.symbol ?? name}</span>
      {kind === 'yields' && <span className={styles.muted}>yields</span>}
      <span className={styles.entryEnd}>
        {[confidenceTitles[confidence], line === null ? '' : `line ${line}`].filter((part) => part !== '').join(' · ')}
      </span>
    </span>
  );
  if (place === null) return <div className={styles.entry}>{head}</div>;
  return (
    <button type="button" className={styles.entry} onClick={() => onOpenChunk(place.chunkId)}>
      {head}
      <span className={styles.entryPlace}>
        {place.source} · {place.path}:{place.lines.start}
        {place.symbol !== null && place.symbol !== name && ` · written ${name}`}
      </span>
    </button>
  );
}
