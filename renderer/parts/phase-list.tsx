import type { ReactNode } from 'react';
import type { Job } from '../../main/contract/sources.ts';
import { paceText, progressLines } from '../state/progress-lines.ts';
import { formatPercent } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { Spinner } from '../ui/spinner.tsx';
import styles from './phase-list.module.css';

interface PhaseListProps {
  job: Job;
  /** Only what concerns this source. */
  source?: string;
}

/** How a job advances, phase by phase: counts, rate, time left. */
export function PhaseList({ job, source }: PhaseListProps): ReactNode {
  const lines = progressLines(job, source ?? null);
  const showsSource = source === undefined && job.sources.length > 1;
  if (lines.length === 0) return <p className={styles.note}>{job.state === 'queued' ? 'Waiting for its turn' : 'Starting'}</p>;
  return (
    <ol className={styles.list} aria-label="Phases">
      {lines.map((line) => {
        const pace = paceText(line);
        return (
          <li key={line.key} className={styles.line} data-state={line.state}>
            <span className={styles.mark}>
              {line.state === 'running' ? (
                <Spinner label="Running" />
              ) : (
                <Icon name={line.state === 'done' ? 'check' : 'stop'} size={14} />
              )}
            </span>
            <span className={styles.title}>
              {line.title}
              {showsSource && line.source !== null && <span className={styles.note}> {line.source}</span>}
            </span>
            <span className={styles.counts}>{line.counts}</span>
            {line.state === 'running' && (
              <span className={styles.bar}>
                <ProgressBar label={`${line.title}${line.source === null ? '' : ` ${line.source}`}`} value={line.fraction} />
                <span className={styles.pace}>
                  <span>{line.fraction === null ? '' : formatPercent(line.fraction)}</span>
                  <span>{pace}</span>
                </span>
              </span>
            )}
          </li>
        );
      })}
    </ol>
  );
}
