import type { ReactNode } from 'react';
import type { SourceDescription } from '../../../../main/contract/sources.ts';
import { useStream } from '../../../rpc-client/use-stream.ts';
import { TypeBadge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { Spinner } from '../../../ui/spinner.tsx';
import { Table } from '../../../ui/table.tsx';
import { specificationOf } from '../specification-of.ts';
import { hasChanges, previewChanges, type RoleChange } from './preview-changes.ts';
import type { RoleRule } from './rule-list.ts';
import styles from './rules.module.css';

interface RuleChangesProps {
  source: SourceDescription;
  rules: RoleRule[];
  /** Whether these are still the rules of the editor. */
  isCurrent: boolean;
}

/** How many files other rules would have indexed as what, beside how it is. */
export function RuleChanges({ source, rules, isCurrent }: RuleChangesProps): ReactNode {
  const before = useStream('sources.preview', { specification: specificationOf(source) });
  // One after the other: both look at the same clone.
  const after = useStream(
    'sources.preview',
    before.value?.preview == null ? null : { specification: { ...specificationOf(source), rules } },
  );
  const error = before.error ?? after.error;
  if (error !== null)
    return (
      <p className={styles.error} role="alert">
        {error.message}{' '}
        <Button size="small" icon="refresh" onClick={() => (before.error === null ? after.restart() : before.restart())}>
          Try again
        </Button>
      </p>
    );
  if (before.value?.preview == null || after.value?.preview == null)
    return (
      <p className={styles.waiting} role="status">
        <Spinner label="Looking" /> {before.value?.preview == null ? 'As it is' : 'With these rules'}:{' '}
        {(before.value?.preview == null ? before.value?.step : after.value?.step) ?? 'Opening'}
      </p>
    );
  const changes = previewChanges(before.value.preview, after.value.preview);
  return (
    <section className={styles.changes} aria-label="What these rules change" data-old={!isCurrent || undefined}>
      <Table<RoleChange>
        label="Files by type, before and after"
        rows={changes}
        rowKey={({ role }) => role ?? 'skip'}
        columns={[
          { key: 'role', title: 'Files', render: ({ role }) => (role === null ? 'left out' : <TypeBadge type={role} />) },
          { key: 'before', title: 'Now', align: 'end', width: '88px', render: (change) => formatNumber(change.before) },
          { key: 'after', title: 'Then', align: 'end', width: '88px', render: (change) => formatNumber(change.after) },
          { key: 'change', title: 'Change', align: 'end', width: '104px', render: (change) => <Difference change={change} /> },
        ]}
      />
      <p className={styles.explanation}>
        {isCurrent
          ? hasChanges(changes)
            ? 'Only the files that change are indexed again.'
            : 'The counts stay as they are.'
          : 'The rules were changed since; look again.'}
      </p>
    </section>
  );
}

function Difference({ change: { role, before, after } }: { change: RoleChange }): ReactNode {
  const difference = after - before;
  if (difference === 0) return <span className={styles.same}>–</span>;
  return (
    // More that is left out is neither good nor bad.
    <span className={role === null ? undefined : difference > 0 ? styles.more : styles.less}>
      {difference > 0 ? '+' : '−'}
      {formatNumber(Math.abs(difference))}
    </span>
  );
}
