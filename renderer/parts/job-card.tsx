import type { ReactNode } from 'react';
import type { Job } from '../../main/contract/sources.ts';
import { formatRoute } from '../router/route.ts';
import { useAction } from '../rpc-client/use-action.ts';
import { isActive, jobDuration, reportText } from '../state/job-report.ts';
import { summarizeJob } from '../state/job-summary.ts';
import { Badge, type BadgeTone } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { plural } from '../ui/format.ts';
import { RelativeTime } from '../ui/relative-time.tsx';
import styles from './job-card.module.css';
import { PhaseList } from './phase-list.tsx';

const stateTitles: Record<Job['state'], string> = {
  queued: 'waiting',
  running: 'running',
  done: 'done',
  cancelled: 'cancelled',
  failed: 'failed',
};
const stateTones: Record<Job['state'], BadgeTone> = {
  queued: 'neutral',
  running: 'neutral',
  done: 'success',
  cancelled: 'neutral',
  failed: 'danger',
};

/** A job: what it does or did, and what can be done about it. */
export function JobCard({ job }: { job: Job }): ReactNode {
  const { title } = summarizeJob(job);
  const active = isActive(job);
  const hasProblem = job.reports.some((report) => report.outcome === 'partial' || report.outcome === 'failed');
  return (
    <li className={styles.card} aria-label={`${title}: ${stateTitles[job.state]}`}>
      <div className={styles.head}>
        <span className={styles.title}>{title}</span>
        <Badge tone={job.state === 'done' && hasProblem ? 'warning' : stateTones[job.state]}>
          {job.state === 'done' && hasProblem ? 'done in part' : stateTitles[job.state]}
        </Badge>
        <span className={styles.gap} />
        {active ? <CancelJob job={job} /> : <RetryJob job={job} />}
      </div>
      {job.endedAt !== null && (
        <span className={styles.note}>
          <RelativeTime time={job.endedAt} />
          {jobDuration(job) !== '' && `, took ${jobDuration(job)}`}
        </span>
      )}
      {active && <PhaseList job={job} />}
      {job.error !== null && <p className={styles.error}>{job.error.message}</p>}
      {!active && <Reports job={job} />}
    </li>
  );
}

function Reports({ job }: { job: Job }): ReactNode {
  if (job.reports.length === 0) return null;
  return (
    <ul className={styles.reports}>
      {job.reports.map((report) => (
        <li key={report.name}>
          <a href={formatRoute({ screen: 'sources', name: report.name, view: null })}>{report.name}</a> {reportText(report)}
          {report.notice !== null && job.error === null && <span className={styles.notice}>{report.notice}</span>}
        </li>
      ))}
      {job.embedded > 0 && <li>{plural(job.embedded, 'text')} embedded</li>}
      {job.pending > 0 && <li>{plural(job.pending, 'text')} wait for the model</li>}
    </ul>
  );
}

/** Stops a job; what it has written stays. */
export function CancelJob({ job }: { job: Job }): ReactNode {
  const { run, isRunning } = useAction('jobs.cancel');
  return (
    <Button
      size="small"
      icon="stop"
      isBusy={isRunning}
      aria-label={`Cancel ${summarizeJob(job).title}`}
      onClick={() => void run({ jobId: job.id })}
    >
      Cancel
    </Button>
  );
}

function RetryJob({ job }: { job: Job }): ReactNode {
  const { run, isRunning } = useAction('sources.refresh');
  const isWorth = job.state === 'failed' || job.state === 'cancelled' || job.reports.some(({ outcome }) => outcome === 'failed');
  if (!isWorth || job.kind === 'remove' || job.sources.length === 0) return null;
  return (
    <Button
      size="small"
      icon="refresh"
      isBusy={isRunning}
      aria-label={`Try again: ${summarizeJob(job).title}`}
      onClick={() => void run({ names: job.sources, force: job.kind === 'reindex' })}
    >
      Try again
    </Button>
  );
}
