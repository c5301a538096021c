import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { CallReference, Finding, FoundByAgent } from '../../../../main/contract/session-findings.ts';
import { useCommand } from '../../../commands/use-command.ts';
import { useAction } from '../../../rpc-client/use-action.ts';
import { useCall } from '../../../rpc-client/use-call.ts';
import { emptyMap, formatRoute } from '../../../router/route.ts';
import { navigate } from '../../../router/use-route.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { findingAnswers, openView } from '../selection.ts';
import { outcomeTitle, outcomeTone } from '../words/outcome-text.ts';
import { certaintyTone, patternExplanation, patternTitle } from '../words/pattern-text.ts';
import { WaitingInWords } from '../../../ui/waiting.tsx';
import styles from './finding-detail.module.css';
import { costText } from './finding-row.tsx';
import { RawRecords } from './raw-records.tsx';
import { ReplayView } from './replay-view.tsx';
import { SaveCaseDialog } from './save-case-dialog.tsx';

interface FindingDetailProps {
  id: string;
  /** Null where the list stands beside it. */
  onBack: (() => void) | null;
}

/** One finding: both sides, why it is one, and what can be done about it. */
export function FindingDetail({ id, onBack }: FindingDetailProps): ReactNode {
  const { data, error, refetch } = useCall('sessions.finding', { id });
  if (error !== null && data === undefined)
    return (
      <ErrorState
        title="The finding cannot be read"
        error={error}
        onRetry={() => void refetch()}
        actions={onBack !== null && <Button onClick={onBack}>All findings</Button>}
      />
    );
  if (data === undefined) return <WaitingInWords label="Reading the finding" />;
  return <Shown finding={data} onBack={onBack} />;
}

function Shown({ finding, onBack }: { finding: Finding; onBack: (() => void) | null }): ReactNode {
  const [isReplayed, setReplayed] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const [raw, setRaw] = useState<CallReference | null>(null);
  const article = useRef<HTMLElement>(null);
  useEffect(() => {
    // In the place of the list it takes the focus along.
    if (onBack !== null) article.current?.focus();
    // Once, when it is opened.
    // eslint-disable-next-line react/exhaustive-deps
  }, []);
  const toggleFixed = useFixedMark(finding);
  const canReplay = finding.calls.length > 0;
  useCommand('sessions.replay', () => setReplayed(true), canReplay);
  useCommand('sessions.save-case', () => setSaving(true));
  useCommand('sessions.mark-fixed', () => void toggleFixed());
  const openCall = (call: CallReference): void => openView(finding.session, 'calls', call.key);
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys
    <article ref={article} className={styles.detail} tabIndex={0} aria-label={`Finding ${finding.query}`}>
      <header className={styles.header}>
        {onBack !== null && <IconButton icon="arrow-left" label="All findings" size="small" onClick={onBack} />}
        <h3 className={styles.pattern} title={patternExplanation(finding.pattern)}>
          {patternTitle(finding.pattern)}
        </h3>
        <Badge tone={certaintyTone(finding.certainty)}>{finding.certainty}</Badge>
        {finding.fixed !== null && <Badge tone="success">fixed</Badge>}
      </header>
      {finding.query !== '' && <p className={styles.query}>{finding.query}</p>}
      <div className={styles.actions}>
        {canReplay && (
          <Button variant="primary" icon="refresh" onClick={() => setReplayed(true)} disabled={isReplayed}>
            Replay on today’s index
          </Button>
        )}
        {finding.caseId === null ? (
          <Button icon="evaluations" onClick={() => setSaving(true)}>
            Save as case
          </Button>
        ) : (
          <a className={styles.link} href={formatRoute({ screen: 'evaluations', id: finding.caseId })}>
            Saved as case {finding.caseId}
          </a>
        )}
        {finding.query !== '' && (
          <Button icon="map" onClick={() => navigate({ ...emptyMap, query: finding.query })}>
            Show on the map
          </Button>
        )}
        <Button icon={finding.fixed === null ? 'check' : 'history'} onClick={() => void toggleFixed()}>
          {finding.fixed === null ? 'Mark as fixed' : 'Open again'}
        </Button>
      </div>
      {isReplayed && <ReplayView finding={finding.id} />}
      <div className={styles.sides}>
        <Side title="Asked of the hub" none="The hub was not asked." calls={finding.calls} onRaw={setRaw} onOpen={openCall} />
        <Side title="Done instead" none="The agent went on without." calls={finding.fallback} onRaw={setRaw} onOpen={openCall} />
      </div>
      {finding.followUps.length > 0 && (
        <Side title="Asked again about the same" none="" calls={finding.followUps} onRaw={setRaw} onOpen={openCall} />
      )}
      <Wanted wanted={finding.wanted} />
      <dl className={styles.facts}>
        <dt>Cost</dt>
        <dd>{costText(finding.cost)}</dd>
        <dt>Likely cause</dt>
        <dd>{finding.cause}</dd>
        {finding.shared.length > 0 && (
          <>
            <dt>On both sides</dt>
            <dd className={styles.words}>
              {finding.shared.map((word) => (
                <code key={word}>{word}</code>
              ))}
            </dd>
          </>
        )}
        <dt>Why</dt>
        <dd>
          <ul>
            {finding.reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </dd>
        {finding.fixed !== null && finding.fixed.note !== '' && (
          <>
            <dt>Note</dt>
            <dd>{finding.fixed.note}</dd>
          </>
        )}
      </dl>
      {isSaving && <SaveCaseDialog finding={finding} onClose={() => setSaving(false)} />}
      {raw !== null && <RawRecords call={raw} onClose={() => setRaw(null)} />}
    </article>
  );
}

/** Marks as fixed or as open, with the way back. */
function useFixedMark({ id, fixed }: Finding): () => Promise<void> {
  const { run } = useAction('sessions.markFixed', { invalidates: findingAnswers });
  return async () => {
    const isFixed = fixed === null;
    const marked = await run({ finding: id, fixed: isFixed });
    if (marked === null) return;
    showToast({
      tone: 'success',
      title: isFixed ? 'Marked as fixed' : 'Open again',
      action: { title: 'Undo', run: () => void run({ finding: id, fixed: !isFixed, note: fixed?.note ?? '' }) },
    });
  };
}

interface SideProps {
  title: string;
  /** What stands there where no call is. */
  none: string;
  calls: readonly CallReference[];
  onRaw: (call: CallReference) => void;
  onOpen: (call: CallReference) => void;
}

/** The calls of one side, in their order. */
function Side({ title, none, calls, onRaw, onOpen }: SideProps): ReactNode {
  return (
    <section className={styles.side} aria-label={title}>
      <h4>{title}</h4>
      {calls.length === 0 ? (
        <p className={styles.muted}>{none}</p>
      ) : (
        <ol>
          {calls.map((call) => (
            <li key={call.key} className={styles.call}>
              <span className={styles.callHead}>
                <code className={styles.name} title={call.name}>
                  {call.name}
                </code>
                {call.outcome !== null && <Badge tone={outcomeTone(call.outcome)}>{outcomeTitle(call.outcome)}</Badge>}
              </span>
              <span className={styles.what}>{call.what}</span>
              <span className={styles.callActions}>
                <Button
                  size="small"
                  variant="quiet"
                  aria-label={`In the conversation: ${call.name}`}
                  onClick={() => onOpen(call)}
                >
                  In the conversation
                </Button>
                <Button size="small" variant="quiet" aria-label={`Raw records of ${call.name}`} onClick={() => onRaw(call)}>
                  Raw
                </Button>
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

/** What the agent found by itself in the end, and whether the corpus has it. */
function Wanted({ wanted }: { wanted: FoundByAgent | null }): ReactNode {
  if (wanted === null) return null;
  return (
    <section aria-label="Wanted">
      <h4>Found by the agent in the end</h4>
      <p className={styles.what}>
        {wanted.symbol !== null && <code>{wanted.symbol} </code>}
        {wanted.corpusPath}
        {wanted.lines !== null && `, lines ${wanted.lines.start} to ${wanted.lines.end}`}
      </p>
      {wanted.mapped.length === 0 ? (
        <p className={styles.muted}>Today’s index does not have this file. Add its source, or check what was skipped.</p>
      ) : (
        <ul>
          {wanted.mapped.map(({ source, path }) => (
            <li key={`${source} ${path}`}>
              <a href={formatRoute({ screen: 'read', source, path, lines: wanted.lines })}>
                {source} · {path}
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
