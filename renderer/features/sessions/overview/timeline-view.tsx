import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { ErrorState } from '../../../ui/error-state.tsx';
import { useCall } from '../../../rpc-client/use-call.ts';
import { Button } from '../../../ui/button.tsx';
import { formatNumber, plural } from '../../../ui/format.ts';
import { nextIndex } from '../../../ui/list-keys.ts';
import { openView } from '../selection.ts';
import { countsText } from '../words/count-text.ts';
import { outcomeGrades } from '../words/outcome-text.ts';
import { patternTitle } from '../words/pattern-text.ts';
import { WaitingInWords } from '../../../ui/waiting.tsx';
import { binTimeline, type BinnedTimeline, type Timeline, type TimelineBin } from './timeline-bins.ts';
import { TimelineDrawing } from './timeline-drawing.tsx';
import styles from './timeline-view.module.css';
import { useWidth } from './use-width.ts';

/** Narrower columns cannot be told apart or pressed. Unit: CSS pixels. */
const leastColumn = 5;
/** Columns that the keys go at a time with Page Up and Down. */
const pageColumns = 20;

const gradeTitles = { ok: 'answered', weak: 'weak', failed: 'failed', none: 'without a result' };
const laneTitles = { hub: 'of the hub', server: 'of other servers', lookup: 'own look-ups', edit: 'edits', other: 'other calls' };

/** The calls of one session as they came, before and after its first edit, with an arc from each question that failed to what was done instead. */
export function TimelineView({ session }: { session: string }): ReactNode {
  const { data, error, refetch } = useCall('sessions.timeline', { session });
  const { ref, width } = useWidth<HTMLDivElement>();
  return (
    <section className={styles.timeline} aria-label="Timeline">
      <div ref={ref} className={styles.room}>
        {error !== null && data === undefined ? (
          <ErrorState title="The timeline cannot be read" error={error} onRetry={() => void refetch()} />
        ) : data === undefined ? (
          <WaitingInWords label="Reading the calls" />
        ) : (
          width > 0 && <Shown key={session} session={session} timeline={data} width={width} />
        )}
      </div>
    </section>
  );
}

function Shown({ session, timeline: told, width }: { session: string; timeline: Timeline; width: number }): ReactNode {
  // An observation about the whole session leads from no call to another.
  const timeline = { ...told, arcs: told.arcs.filter(({ pattern }) => pattern !== 'phase-split') };
  const binned = binTimeline(timeline, Math.floor(width / leastColumn));
  const [chosen, setChosen] = useState<number | null>(null);
  const { bins } = binned;
  if (bins.length === 0) return <p className={styles.caption}>The agent made no calls in this session.</p>;
  const cursor = chosen === null ? null : Math.min(chosen, bins.length - 1);
  const shown = cursor === null ? null : bins[cursor]!;
  const openCall = (bin: TimelineBin): void => openView(session, 'calls', bin.key);
  const handleKey = (event: KeyboardEvent): void => {
    const key = { ArrowRight: 'ArrowDown', ArrowLeft: 'ArrowUp' }[event.key] ?? event.key;
    const next = nextIndex(key, cursor, bins.length, pageColumns);
    if (next !== null) {
      event.preventDefault();
      setChosen(next);
    } else if (event.key === 'Enter' && shown !== null) {
      event.preventDefault();
      openCall(shown);
    }
  };
  return (
    <>
      <div
        role="slider"
        tabIndex={0}
        aria-label="Calls in their order; Enter opens one"
        aria-valuemin={1}
        aria-valuemax={bins.length}
        aria-valuenow={(cursor ?? 0) + 1}
        aria-valuetext={shown === null ? summaryText(timeline, binned) : binText(shown)}
        className={styles.drawing}
        onKeyDown={handleKey}
      >
        <TimelineDrawing
          binned={binned}
          width={width}
          cursor={cursor}
          onHover={setChosen}
          onOpenBin={(index) => openCall(bins[index]!)}
          onOpenFinding={(finding) => openView(session, 'findings', finding)}
        />
      </div>
      <div className={styles.caption}>
        <span className={styles.words}>{shown === null ? summaryText(timeline, binned) : binText(shown)}</span>
        {shown !== null && (
          <Button size="small" onClick={() => openCall(shown)}>
            Open the call
          </Button>
        )}
      </div>
      <Legend />
    </>
  );
}

function summaryText({ marks, arcs }: Timeline, { firstEditBin }: BinnedTimeline): string {
  const hub = marks.filter(({ role }) => role === 'hub').length;
  const edits =
    firstEditBin === null
      ? 'no file was changed'
      : `${formatNumber(marks.filter(({ afterEdit }) => afterEdit).length)} after the first edit`;
  // Findings that lead from no call, such as a hub that was not asked, have no arc.
  const drawn = arcs.length === 0 ? '' : `, ${plural(arcs.length, 'finding')} drawn as ${arcs.length === 1 ? 'an arc' : 'arcs'}`;
  return `${plural(marks.length, 'call')}, ${formatNumber(hub)} of the hub, ${edits}${drawn}.`;
}

function binText({ from, until, counts, grades }: TimelineBin): string {
  const which =
    until - from === 1 ? `Call ${formatNumber(from + 1)}` : `Calls ${formatNumber(from + 1)} to ${formatNumber(until)}`;
  const of = countsText(counts, laneTitles);
  return counts.hub === 0 ? `${which}: ${of}` : `${which}: ${of}; the hub’s ${countsText(grades, gradeTitles)}`;
}

function Legend(): ReactNode {
  return (
    <ul className={styles.legend} aria-label="Colours of the hub’s calls">
      {outcomeGrades.map((grade) => (
        <li key={grade}>
          <span className={styles.dot} data-grade={grade} />
          {gradeTitles[grade]}
        </li>
      ))}
      <li>
        <span className={styles.arc} />
        {patternTitle('zero-hit->fallback').split(' → ')[1]} after that
      </li>
    </ul>
  );
}
