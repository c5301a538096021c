import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import type { AnalyzeProgress, AnalyzeSummary } from '../../../../main/contract/sessions.ts';
import { useTranscriptAnalysis, type AnalysisRun } from '../../../parts/transcript-analysis.ts';
import { useHub } from '../../../rpc-client/hub-client.ts';
import { Button } from '../../../ui/button.tsx';
import { formatBytes, formatDuration, formatNumber, plural } from '../../../ui/format.ts';
import { Icon } from '../../../ui/icon.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import styles from './analysis-panel.module.css';
import { FileAccount } from './file-account.tsx';
import { fractionRead, secondsLeft } from './time-left.ts';

const phaseTitles: Record<AnalyzeProgress['phase'], string> = {
  looking: 'Looking for transcripts',
  reading: 'Reading',
  analyzing: 'Looking for what failed',
  storing: 'Keeping the results',
  done: 'Done',
};

/** The reading of transcripts while it runs, and its account afterwards. */
export function AnalysisPanel(): ReactNode {
  const { run, start, cancel, dismiss } = useTranscriptAnalysis();
  const hub = useHub();
  const queries = useQueryClient();
  if (run === null) return null;
  if (run.state === 'running') return <Running run={run} onCancel={cancel} />;
  const again = (
    <Button size="small" icon="refresh" onClick={() => void start(hub, queries, run.paths)}>
      Read again
    </Button>
  );
  if (run.state === 'done' && run.summary !== null) return <Account summary={run.summary} again={again} onDismiss={dismiss} />;
  return (
    <section className={styles.panel} aria-label="Reading transcripts">
      <div className={styles.line} role={run.state === 'failed' ? 'alert' : 'status'}>
        <Icon name={run.state === 'failed' ? 'alert' : 'info'} className={run.state === 'failed' ? styles.danger : undefined} />
        <span className={styles.text}>
          {run.state === 'failed'
            ? `The transcripts could not be read: ${run.error?.message ?? 'no answer came.'}`
            : 'Reading was cancelled; what was kept before is unchanged.'}
        </span>
        {again}
        <IconButton icon="close" label="Dismiss" size="small" onClick={dismiss} />
      </div>
    </section>
  );
}

/** The clock of the time left. Unit: ms. */
const tickMs = 500;

function Running({ run, onCancel }: { run: AnalysisRun; onCancel: () => void }): ReactNode {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, []);
  const { progress, startedAt } = run;
  const left = secondsLeft(progress, now - startedAt);
  return (
    <section className={styles.panel} aria-label="Reading transcripts">
      <div className={styles.line}>
        <span className={styles.phase} role="status">
          {phaseTitles[progress?.phase ?? 'looking']}
        </span>
        <ProgressBar label="Transcripts read" value={fractionRead(progress)} className={styles.bar} />
        {progress !== null && (
          <span className={styles.counts}>
            {formatNumber(progress.filesDone)} of {plural(progress.files, 'file')}, {formatBytes(progress.bytesDone)} of{' '}
            {formatBytes(progress.bytes)}
            {left !== null && `, ${formatDuration(left)} left`}
          </span>
        )}
        <Button size="small" icon="stop" onClick={onCancel}>
          Cancel
        </Button>
      </div>
      {progress?.current != null && <p className={styles.current}>{progress.current}</p>}
    </section>
  );
}

interface AccountProps {
  summary: AnalyzeSummary;
  again: ReactNode;
  onDismiss: () => void;
}

function Account({ summary: { files, sessions }, again, onDismiss }: AccountProps): ReactNode {
  const transcripts = files.filter(({ transcript }) => transcript);
  const skipped = files.reduce((sum, file) => sum + file.skipped, 0);
  const repaired = files.reduce((sum, file) => sum + file.repaired, 0);
  const [isOpen, setOpen] = useState(transcripts.length === 0);
  const parts = [
    transcripts.length === 0
      ? `No session of a known agent in ${plural(files.length, 'file')}`
      : `${plural(sessions.length, 'session')} of ${plural(transcripts.length, 'file')}`,
    skipped > 0 ? `${plural(skipped, 'line')} skipped` : '',
    repaired > 0 ? `${plural(repaired, 'line')} repaired` : '',
    files.some(({ pendingTail }) => pendingTail) ? 'the end of some is still being written' : '',
  ];
  return (
    <section className={styles.panel} aria-label="Account of what was read">
      <div className={styles.line} role="status">
        <Icon name={transcripts.length === 0 ? 'alert' : 'check'} />
        <span className={styles.text}>{parts.filter((part) => part !== '').join(', ')}.</span>
        <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide the files' : 'File by file'}
        </Button>
        {again}
        <IconButton icon="close" label="Dismiss" size="small" onClick={onDismiss} />
      </div>
      {isOpen && <FileAccount files={files} />}
    </section>
  );
}
