import { useState, type ReactNode } from 'react';
import type { SearchHit } from '../../../main/contract/search.ts';
import { useAction } from '../../rpc-client/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { plural } from '../../ui/format.ts';
import { showToast } from '../../ui/toast.tsx';
import { describeScope, type Scope } from '../filters/search-scope.ts';
import styles from './case-dialog.module.css';
import { CaseForm } from './case-form.tsx';
import { wantedCandidates, wantedKey, type Wanted } from './wanted-places.ts';

interface CaseDialogProps {
  query: string;
  scope: Scope;
  /** What is being read: most often what was wanted. */
  opened: { source: string; path: string; symbol: string | null };
  hits: readonly SearchHit[];
  onClose: () => void;
}

const mostCandidates = 8;

/** Keeps a query together with what it should find, to measure by. */
export function CaseDialog({ query, scope, opened, hits, onClose }: CaseDialogProps): ReactNode {
  const candidates = wantedCandidates(opened, hits, mostCandidates);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set([candidates[0]!.key]));
  const [typed, setTyped] = useState<readonly Wanted[]>([]);
  const [note, setNote] = useState('');
  const { run, isRunning } = useAction('cases.save', { invalidates: ['cases.list'] });
  const { run: remove } = useAction('cases.remove', { invalidates: ['cases.list'] });
  const wanted = [...candidates.filter(({ key }) => chosen.has(key)).map((each) => each.wanted), ...typed];
  const save = async (): Promise<void> => {
    const saved = await run({ query, scope, wanted, note });
    if (saved === null) return;
    onClose();
    showToast({
      tone: 'success',
      title: 'Saved as evaluation case',
      description: `${plural(saved.wanted.length, 'place')} wanted for “${saved.query}”.`,
      action: { title: 'Undo', run: () => void remove({ id: saved.id }) },
    });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Save as evaluation case"
      description={
        <>
          <strong>{query}</strong>
          {describeScope(scope) !== '' && ` · ${describeScope(scope)}`}
        </>
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" isBusy={isRunning} onClick={() => void save()}>
            {wanted.length === 0 ? 'Save: nothing should be found' : `Save with ${plural(wanted.length, 'place')}`}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <CaseForm
          legend="What was wanted"
          places={candidates.map(({ wanted: place }) => place)}
          chosen={chosen}
          onChosenChange={setChosen}
          otherSource={opened.source}
          onAdd={(place) =>
            setTyped((before) => (before.some((each) => wantedKey(each) === wantedKey(place)) ? before : [...before, place]))
          }
          note={note}
          onNoteChange={setNote}
        >
          {typed.length > 0 && (
            <ul className={styles.typed} aria-label="Other places">
              {typed.map((place) => (
                <li key={wantedKey(place)}>
                  <Chip
                    name={place.source}
                    value={`${place.path}${place.symbol === undefined ? '' : ` ${place.symbol}`}`}
                    onRemove={() => setTyped(typed.filter((each) => each !== place))}
                  />
                </li>
              ))}
            </ul>
          )}
        </CaseForm>
      </div>
    </Dialog>
  );
}
