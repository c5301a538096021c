import type { ReactNode } from 'react';
import { Checkbox } from '../../ui/checkbox.tsx';
import { TextField } from '../../ui/text-field.tsx';
import styles from './case-form.module.css';
import { OtherPlace } from './other-place.tsx';
import { WantedPlace } from './wanted-place.tsx';
import { wantedKey, type Wanted } from './wanted-places.ts';

interface CaseFormProps {
  /** What the places are. */
  legend: string;
  /** Places to choose among. */
  places: readonly Wanted[];
  /** Keys of those that are wanted. */
  chosen: ReadonlySet<string>;
  onChosenChange: (chosen: ReadonlySet<string>) => void;
  /** Stands below the places: why there are none, or more of them. */
  children?: ReactNode;
  /** Where another place is looked for first; null where there is no source to name one of. */
  otherSource: string | null;
  onAdd: (place: Wanted) => void;
  note: string;
  onNoteChange: (note: string) => void;
}

const longestNote = 4_000;

/** The fields of an evaluation case: what should be found, and why. */
export function CaseForm(props: CaseFormProps): ReactNode {
  const { legend, places, chosen, onChosenChange, children, otherSource, onAdd, note, onNoteChange } = props;
  const choose = (key: string, isChosen: boolean): void => {
    const next = new Set(chosen);
    if (isChosen) next.add(key);
    else next.delete(key);
    onChosenChange(next);
  };
  return (
    <>
      <fieldset className={styles.wanted}>
        <legend>{legend}</legend>
        {places.map((place) => (
          <Checkbox
            key={wantedKey(place)}
            label={<WantedPlace place={place} />}
            checked={chosen.has(wantedKey(place))}
            onCheckedChange={(isChosen) => choose(wantedKey(place), isChosen)}
          />
        ))}
        {children}
      </fieldset>
      {otherSource !== null && <OtherPlace source={otherSource} onAdd={onAdd} />}
      <TextField
        label="Note"
        value={note}
        maxLength={longestNote}
        onValueChange={onNoteChange}
        description="Why it should be found, or what went wrong."
      />
    </>
  );
}
