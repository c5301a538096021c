import { useState, type ReactNode } from 'react';
import type { SourceDescription } from '../../../../main/contract/sources.ts';
import { useAction } from '../../../rpc-client/use-action.ts';
import { navigate } from '../../../router/use-route.ts';
import { Button } from '../../../ui/button.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { cleanRules, sameRules, type RoleRule } from './rule-list.ts';
import { RuleChanges } from './rule-changes.tsx';
import { RulesEditor } from './rules-editor.tsx';
import styles from './rules.module.css';

interface RulesTabProps {
  source: SourceDescription;
  canWrite: boolean;
}

/** The rules of a source, and what others would change before they are kept. */
export function RulesTab({ source, canWrite }: RulesTabProps): ReactNode {
  const [draft, setDraft] = useState<readonly RoleRule[]>(source.rules);
  /** The rules whose effect is being shown. */
  const [shown, setShown] = useState<RoleRule[] | null>(null);
  const { run, isRunning, error } = useAction('sources.change', { invalidates: ['sources.list'], showsError: true });
  const rules = cleanRules(draft);
  const isChanged = !sameRules(rules, source.rules);
  const save = async (): Promise<void> => {
    const before = source.rules;
    if ((await run({ name: source.name, rules })) === null) return;
    setDraft(rules);
    setShown(null);
    showToast({
      title: `Rules of ${source.name} saved`,
      description: 'Files that they concern are being indexed again.',
      action: {
        title: 'Undo',
        run: () => {
          setDraft(before);
          void run({ name: source.name, rules: before });
        },
      },
    });
    navigate({ screen: 'sources', name: source.name, view: null }, { replace: true });
  };
  return (
    <div className={styles.tab}>
      <p className={styles.explanation}>
        What a file is indexed as follows from its name and place. Rules come first: the first one whose pattern matches the path
        decides. Patterns are written as in .gitignore, e.g. <code>examples/**</code>.
      </p>
      <RulesEditor rules={draft} onChange={setDraft} disabled={!canWrite} />
      {error !== null && (
        <p className={styles.error} role="alert">
          {error.message}
        </p>
      )}
      <div className={styles.actions}>
        <Button variant="primary" disabled={!canWrite || !isChanged} isBusy={isRunning} onClick={() => void save()}>
          Save and refresh
        </Button>
        <Button disabled={!isChanged || (shown !== null && sameRules(shown, rules))} onClick={() => setShown(rules)}>
          Show what changes
        </Button>
        {isChanged && (
          <Button
            variant="quiet"
            onClick={() => {
              setDraft(source.rules);
              setShown(null);
            }}
          >
            Discard
          </Button>
        )}
      </div>
      {shown !== null && <RuleChanges source={source} rules={shown} isCurrent={sameRules(shown, rules)} />}
    </div>
  );
}
