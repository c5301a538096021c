import type { ReactNode } from 'react';
import type { SourcePreview } from '../../../../main/contract/sources.ts';
import { TypeBadge } from '../../../ui/badge.tsx';
import { formatBytes, formatDuration, formatNumber, plural } from '../../../ui/format.ts';
import { Icon } from '../../../ui/icon.tsx';
import { reasonText } from '../reason-text.ts';
import styles from './preview-summary.module.css';

/** What would be indexed as what, what would be left out and why, and how long it takes. */
export function PreviewSummary({ preview }: { preview: SourcePreview }): ReactNode {
  const { roles, skipped, failed, estimatedSeconds, commit, notice } = preview;
  const files = roles.reduce((sum, role) => sum + role.files, 0);
  const left = skipped.reduce((sum, group) => sum + group.files, 0);
  return (
    <div className={styles.summary}>
      <p>
        <strong>{plural(files, 'file')}</strong> would be indexed
        {estimatedSeconds !== null && files > 0 && <>, in about {formatDuration(estimatedSeconds)}</>}
        {commit !== null && (
          <span className={styles.muted}>
            {' '}
            at <code>{commit.slice(0, 9)}</code>
          </span>
        )}
      </p>
      {notice !== null && (
        <p className={styles.notice}>
          <Icon name="info" size={14} /> {notice}
        </p>
      )}
      {files === 0 && <p className={styles.warning}>There is nothing to index here. The reasons below say why.</p>}
      <ul className={styles.groups}>
        {roles.map((role) => (
          <li key={role.role} className={styles.group}>
            <TypeBadge type={role.role} />
            <span className={styles.number}>{formatNumber(role.files)}</span>
            <span className={styles.size}>{formatBytes(role.bytes)}</span>
            <span className={styles.samples} title={role.samples.join('\n')}>
              {role.samples.join(', ')}
            </span>
          </li>
        ))}
      </ul>
      {(left > 0 || failed > 0) && (
        <details className={styles.details}>
          <summary>
            {left > 0 && `${plural(left, 'file')} left out`}
            {left > 0 && failed > 0 && ', '}
            {failed > 0 && `${plural(failed, 'file')} cannot be read`}
          </summary>
          <ul className={styles.groups}>
            {skipped
              .toSorted((a, b) => b.files - a.files)
              .map((group) => (
                <li key={group.reason} className={styles.skipped}>
                  <span className={styles.number}>{formatNumber(group.files)}</span>
                  <span className={styles.reason}>{reasonText(group.reason)}</span>
                  <span className={styles.samples} title={group.samples.join('\n')}>
                    {group.samples.join(', ')}
                  </span>
                </li>
              ))}
          </ul>
        </details>
      )}
    </div>
  );
}
