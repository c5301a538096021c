import { useState, type ReactNode } from 'react';
import type { Finding } from '../../../../main/contract/session-findings.ts';
import { CaseForm } from '../../../parts/reading/case-form.tsx';
import { wantedKey, type Wanted } from '../../../parts/reading/wanted-places.ts';
import { useAction } from '../../../rpc-client/use-action.ts';
import { useCall } from '../../../rpc-client/use-call.ts';
import { navigate } from '../../../router/use-route.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { plural } from '../../../ui/format.ts';
import { TextField } from '../../../ui/text-field.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { findingAnswers } from '../selection.ts';
import styles from './save-case-dialog.module.css';

interface SaveCaseDialogProps {
  finding: Finding;
  onClose: () => void;
}

const longestQuery = 20_000;

/** Keeps a finding as a test: its query, and what the agent found in the end as what is wanted. */
export function SaveCaseDialog({ finding, onClose }: SaveCaseDialogProps): ReactNode {
  const { data: sources } = useCall('sources.list', {});
  const [query, setQuery] = useState(finding.query);
  const [note, setNote] = useState('');
  const [places, setPlaces] = useState<readonly Wanted[]>(finding.wanted?.mapped ?? []);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(places.map(wantedKey)));
  const { run, isRunning } = useAction('sessions.saveCase', { invalidates: [...findingAnswers, 'cases.list'] });
  const wanted = places.filter((place) => chosen.has(wantedKey(place)));
  const save = async (): Promise<void> => {
    const saved = await run({ finding: finding.id, query: query.trim(), wanted: [...wanted], note });
    if (saved === null) return;
    onClose();
    showToast({
      tone: 'success',
      title: 'Saved as evaluation case',
      description: `${plural(saved.wanted.length, 'place')} wanted for “${saved.query}”.`,
      action: { title: 'Open the case', run: () => navigate({ screen: 'evaluations', id: saved.id }) },
    });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Save as evaluation case"
      description="It is asked again whenever the cases are run, and tells whether the index finds it."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            isBusy={isRunning}
            disabled={query.trim() === '' || wanted.length === 0}
            onClick={() => void save()}
          >
            {wanted.length === 0 ? 'Name a place first' : `Save with ${plural(wanted.length, 'place')}`}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <TextField label="Query" value={query} maxLength={longestQuery} onValueChange={setQuery} />
        <CaseForm
          legend="What should be found"
          places={places}
          chosen={chosen}
          onChosenChange={setChosen}
          otherSource={finding.wanted?.mapped[0]?.source ?? sources?.[0]?.name ?? null}
          onAdd={(place) => {
            setPlaces((before) => (before.some((each) => wantedKey(each) === wantedKey(place)) ? before : [...before, place]));
            setChosen((before) => new Set([...before, wantedKey(place)]));
          }}
          note={note}
          onNoteChange={setNote}
        >
          {places.length === 0 && (
            <p className={styles.note}>
              {finding.wanted === null
                ? 'The agent did not find it either. Name the place below that should be found.'
                : `The agent found ${finding.wanted.corpusPath}, which today’s index does not have. Name a place below.`}
            </p>
          )}
        </CaseForm>
      </div>
    </Dialog>
  );
}
