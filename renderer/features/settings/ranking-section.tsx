import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Weight } from '../../../main/contract/settings.ts';
import { callKey } from '../../rpc-client/call-key.ts';
import { useAction } from '../../rpc-client/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { plural } from '../../ui/format.ts';
import { showToast } from '../../ui/toast.tsx';
import { changedWeights, groupWeights } from './setting-groups.ts';
import styles from './settings-screen.module.css';
import { WeightField } from './weight-field.tsx';
import weightStyles from './weight-field.module.css';

/** Every number that ranking uses, with what it does. */
export function RankingSection({ weights }: { weights: readonly Weight[] }): ReactNode {
  const queries = useQueryClient();
  const { run } = useAction('settings.setWeights', { invalidates: ['search.run', 'search.facets'] });
  const changed = changedWeights(weights);
  const set = async (next: Record<string, number | null>): Promise<void> => {
    const answer = await run({ weights: next });
    if (answer === null) return;
    queries.setQueryData<{ settings: unknown; weights: Weight[] }>(callKey('settings.get', {}), (before) =>
      before === undefined ? before : { ...before, weights: answer.weights },
    );
  };
  const resetAll = async (): Promise<void> => {
    const before = Object.fromEntries(changed.map(({ name, value }) => [name, value]));
    await set({});
    showToast({
      title: `${plural(changed.length, 'weight')} returned to the default`,
      action: { title: 'Undo', run: () => void set(before) },
    });
  };
  return (
    <>
      <p className={styles.muted}>
        A score is the sum of named parts, relative to a best hit of 1. The defaults are what measured best; a change holds for
        every search from the next one on, and two settings can be compared in the search screen.
      </p>
      <div className={styles.line}>
        <Button icon="history" disabled={changed.length === 0} onClick={() => void resetAll()}>
          Reset all
        </Button>
        <span className={styles.muted} role="status">
          {changed.length === 0 ? 'All are as delivered' : `${plural(changed.length, 'weight')} changed`}
        </span>
      </div>
      {groupWeights(weights).map((group) => (
        <section key={group.title} aria-label={group.title} className={weightStyles.group}>
          <h3>{group.title}</h3>
          {group.weights.map((weight) => (
            <WeightField key={weight.name} weight={weight} onChange={(value) => void set({ [weight.name]: value })} />
          ))}
        </section>
      ))}
    </>
  );
}
