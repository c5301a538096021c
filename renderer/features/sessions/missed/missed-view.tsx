import { useState, type ReactNode } from 'react';
import type { MissedSymbol } from '../../../../main/contract/sessions.ts';
import { useHub } from '../../../rpc-client/hub-client.ts';
import { useCall } from '../../../rpc-client/use-call.ts';
import { formatRoute, emptySearch } from '../../../router/route.ts';
import { navigate } from '../../../router/use-route.ts';
import { saveFile } from '../../../state/save-file.ts';
import { asHubError } from '../../../../main/contract/errors.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { formatNumber, plural } from '../../../ui/format.ts';
import { Switch } from '../../../ui/switch.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { VirtualList } from '../../../ui/virtual-list.tsx';
import { openView, selectionOf } from '../selection.ts';
import { WaitingInWords } from '../../../ui/waiting.tsx';
import { askedText } from '../words/missed-text.ts';
import styles from './missed-view.module.css';

const most = 2_000;

/** What the hub should have known, most often missed first: its to-do list. */
export function MissedView({ session }: { session: string | null }): ReactNode {
  const [includeFixed, setIncludeFixed] = useState(false);
  const [active, setActive] = useState<number | null>(null);
  const { data, error, refetch } = useCall('sessions.missed', { ...selectionOf(session), includeFixed, limit: most });
  const exportMissed = useExport(session);
  if (error !== null && data === undefined)
    return <ErrorState title="The missed symbols cannot be read" error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <WaitingInWords label="Reading the missed symbols" />;
  const { total, symbols } = data;
  return (
    <div className={styles.view}>
      <header className={styles.tools}>
        <span role="status">{plural(total, 'symbol')} that the hub should have known</span>
        <span className={styles.gap} />
        <Switch label="Fixed ones too" checked={includeFixed} onCheckedChange={setIncludeFixed} />
        <Button size="small" icon="download" disabled={total === 0} onClick={() => void exportMissed()}>
          Export as cases
        </Button>
      </header>
      {symbols.length === 0 ? (
        <EmptyState icon="check" title="Nothing was missed">
          Agents found with the hub what they looked for, or looked for nothing that it could have.
        </EmptyState>
      ) : (
        <VirtualList<MissedSymbol>
          label="Missed symbols"
          count={symbols.length}
          itemAt={(index) => symbols[index]}
          rowHeight={64}
          activeIndex={active}
          onActiveChange={setActive}
          onOpen={(index) => {
            const first = symbols[index]?.findings[0];
            if (first !== undefined) openView(session, 'findings', first);
          }}
          renderItem={(missed) => <MissedRow missed={missed} />}
        />
      )}
      {active !== null && symbols[active] !== undefined && <Chosen session={session} missed={symbols[active]} />}
    </div>
  );
}

function MissedRow({ missed: { symbol, count, sessions, queries, wanted } }: { missed: MissedSymbol }): ReactNode {
  const place = wanted.find(({ mapped }) => mapped !== null) ?? wanted[0];
  return (
    <div className={styles.row}>
      <span className={styles.line}>
        <span className={styles.count}>{formatNumber(count)}</span>
        <code className={styles.symbol}>{symbol}</code>
        <span className={styles.note}>{plural(sessions, 'session')}</span>
      </span>
      <span className={styles.detail}>{askedText(queries)}</span>
      <span className={styles.detail}>
        {place === undefined
          ? 'no file was opened for it'
          : place.mapped === null
            ? `${place.path}: not in today’s index`
            : `${place.mapped.source} · ${place.mapped.path}`}
      </span>
    </div>
  );
}

/** What can be done about the chosen symbol. */
function Chosen({ session, missed: { symbol, findings, wanted } }: { session: string | null; missed: MissedSymbol }): ReactNode {
  const place = wanted.find(({ mapped }) => mapped !== null)?.mapped ?? null;
  return (
    <footer className={styles.chosen} aria-label={`About ${symbol}`}>
      <code className={styles.symbol}>{symbol}</code>
      <span className={styles.gap} />
      <Button size="small" disabled={findings.length === 0} onClick={() => openView(session, 'findings', findings[0] ?? null)}>
        {findings.length === 1 ? 'The finding' : `First of ${plural(findings.length, 'finding')}`}
      </Button>
      <Button size="small" icon="search" onClick={() => navigate({ ...emptySearch, query: symbol })}>
        Search for it
      </Button>
      {place !== null && (
        <a href={formatRoute({ screen: 'read', source: place.source, path: place.path, lines: null })}>Read the file</a>
      )}
    </footer>
  );
}

function useExport(session: string | null): () => Promise<void> {
  const hub = useHub();
  return async () => {
    try {
      const { cases, text } = await hub.call('sessions.exportMissed', selectionOf(session));
      saveFile('missed-symbols.json', text);
      showToast({ tone: 'success', title: `Saved ${plural(cases, 'case')}`, description: 'In the form that “evaluate” reads.' });
    } catch (thrown) {
      showToast({ tone: 'danger', title: 'The list could not be exported', description: asHubError(thrown).message });
    }
  };
}
