import type { ReactNode } from 'react';
import type { SourceDescription } from '../../../../main/contract/sources.ts';
import { contentTypes } from '../../../../main/contract/vocabulary.ts';
import { PhaseList } from '../../../parts/phase-list.tsx';
import { useHubState } from '../../../rpc-client/hub-state.ts';
import { emptySearch, formatRoute } from '../../../router/route.ts';
import { isActive, jobOf, reportText } from '../../../state/job-report.ts';
import { summarizeJob } from '../../../state/job-summary.ts';
import { Icon } from '../../../ui/icon.tsx';
import { formatBytes, formatNumber, plural } from '../../../ui/format.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { conditionOf } from '../source-condition.ts';
import { kindTitles } from '../source-kind.tsx';
import { TypeCounts } from '../type-counts.tsx';
import { PinField } from './pin-field.tsx';
import { SiteField } from './site-field.tsx';
import styles from './source-overview.module.css';

interface SourceOverviewProps {
  source: SourceDescription;
  canWrite: boolean;
}

/** What a source holds, how it stands, and what may be set about it. */
export function SourceOverview({ source, canWrite }: SourceOverviewProps): ReactNode {
  const jobs = useHubState((state) => state?.jobs ?? null) ?? [];
  const job = jobOf(jobs, source.name);
  const condition = conditionOf(source, jobs);
  const lastReport = jobs
    .filter((each) => !isActive(each))
    .flatMap((each) => each.reports)
    .find(({ name }) => name === source.name);
  const total = contentTypes.reduce((sum, type) => sum + (source.chunks[type] ?? 0), 0);
  return (
    <div className={styles.overview}>
      {job !== null && (
        <section className={styles.section} aria-label="Progress">
          <h3>{summarizeJob(job).title}</h3>
          {condition.isRunning || job.state === 'queued' ? (
            <PhaseList job={job} source={source.name} />
          ) : (
            <p className={styles.muted}>{condition.detail}</p>
          )}
        </section>
      )}
      {job === null && condition.detail !== null && (
        <p className={styles.condition} data-tone={condition.tone}>
          <Icon name="alert" />
          <span>
            <strong>{condition.title}.</strong> {condition.detail}
          </span>
        </p>
      )}
      {source.notice !== null && (
        <p className={styles.condition}>
          <Icon name="info" />
          <span>{source.notice}</span>
        </p>
      )}
      <section className={styles.section} aria-label="Chunks by type">
        <h3>
          <a className={styles.plainLink} href={formatRoute({ ...emptySearch, filters: { source: [source.name] } })}>
            {plural(total, 'chunk')}
          </a>
        </h3>
        <TypeCounts counts={source.chunks} isLong />
      </section>
      <dl className={styles.facts}>
        <dt>Kind</dt>
        <dd>{kindTitles[source.kind]}</dd>
        <dt>Location</dt>
        <dd className={styles.breaks}>{source.location}</dd>
        {source.repo !== source.name && source.repo !== '' && (
          <>
            <dt>Cited as</dt>
            <dd className={styles.breaks}>{source.repo}</dd>
          </>
        )}
        {source.commit !== null && (
          <>
            <dt>Commit</dt>
            <dd>
              <code className={styles.breaks}>{source.commit}</code>
            </dd>
          </>
        )}
        <dt>Size</dt>
        <dd>
          {formatBytes(source.textBytes)} of text in {plural(source.files, 'file')}
          {source.skipped > 0 && (
            <>
              ,{' '}
              <a href={formatRoute({ screen: 'sources', name: source.name, view: 'skipped' })}>
                {formatNumber(source.skipped)} skipped
              </a>
            </>
          )}
          {source.failed > 0 && (
            <>
              ,{' '}
              <a href={formatRoute({ screen: 'sources', name: source.name, view: 'failed' })}>
                {formatNumber(source.failed)} failed
              </a>
            </>
          )}
        </dd>
        <dt>Last check</dt>
        <dd>
          <RelativeTime time={source.lastCheckedAt} />
          {lastReport !== undefined && <span className={styles.muted}>: {reportText(lastReport)}</span>}
        </dd>
        <dt>Last change</dt>
        <dd>
          <RelativeTime time={source.lastChangedAt} />
        </dd>
        <dt>Vectors</dt>
        <dd>
          {source.pendingTexts === 0
            ? total === 0
              ? 'none'
              : 'of every chunk'
            : `${plural(source.pendingTexts, 'text')} wait for the model`}
        </dd>
      </dl>
      {source.kind === 'git' && <PinField key={source.ref ?? ''} source={source} canWrite={canWrite} />}
      <SiteField key={`site ${source.siteUrl ?? ''}`} source={source} canWrite={canWrite} />
    </div>
  );
}
