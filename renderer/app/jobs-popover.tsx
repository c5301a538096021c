import type { ReactNode } from 'react';
import { JobCard } from '../parts/job-card.tsx';
import { useHubState } from '../rpc-client/hub-state.ts';
import { activeJob, summarizeJob } from '../state/job-summary.ts';
import { formatDuration, formatPercent, plural } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { Popover } from '../ui/popover.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import styles from './status-bar.module.css';

const noJobs: never[] = [];

/** The work that runs, in the status bar; pressing it lists all jobs, those that ended not long ago too. */
export function JobsPopover(): ReactNode {
  const jobs = useHubState((state) => state?.jobs ?? noJobs);
  if (jobs.length === 0) return null;
  const active = activeJob(jobs);
  const waiting = jobs.filter(({ state }) => state === 'queued').length;
  const failed = jobs[0]?.state === 'failed';
  return (
    <Popover
      title="Jobs"
      side="top"
      className={styles.jobs}
      trigger={
        <button type="button" className={styles.job} data-tone={active === null && failed ? 'danger' : undefined}>
          {active === null ? (
            <>
              <Icon name={failed ? 'alert' : 'history'} size={14} />
              {failed ? `${summarizeJob(jobs[0]!).title}: failed` : 'Jobs'}
            </>
          ) : (
            <Active job={active} waiting={active.state === 'running' ? waiting : 0} />
          )}
        </button>
      }
    >
      <ul aria-label="Jobs, newest first">
        {jobs.map((job) => (
          <JobCard key={job.id} job={job} />
        ))}
      </ul>
    </Popover>
  );
}

function Active({ job, waiting }: { job: NonNullable<ReturnType<typeof activeJob>>; waiting: number }): ReactNode {
  const { title, phase, fraction, secondsLeft } = summarizeJob(job);
  return (
    <>
      <span className={styles.jobTitle}>
        {job.state === 'queued' ? 'Waiting: ' : ''}
        {title}
        {phase !== '' && <span className={styles.muted}> · {phase}</span>}
      </span>
      {job.state === 'running' && <ProgressBar label={title} value={fraction} className={styles.progress} />}
      {fraction !== null && <span className={styles.percent}>{formatPercent(fraction)}</span>}
      {secondsLeft !== null && <span className={styles.muted}>{formatDuration(secondsLeft)} left</span>}
      {waiting > 0 && <span className={styles.muted}>{plural(waiting, 'job')} waiting</span>}
    </>
  );
}
