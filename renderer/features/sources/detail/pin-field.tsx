import type { ReactNode } from 'react';
import type { SourceDescription } from '../../../../main/contract/sources.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import styles from './source-overview.module.css';
import { useSourceField } from './use-source-field.ts';

interface PinFieldProps {
  source: SourceDescription;
  canWrite: boolean;
}

/** Holds a repository at a tag, branch or commit, or lets it follow its default branch. */
export function PinField({ source, canWrite }: PinFieldProps): ReactNode {
  const { text, wanted, setText, run, isRunning, error } = useSourceField(source.ref);
  return (
    <form
      className={styles.section}
      onSubmit={(event) => {
        event.preventDefault();
        if (wanted !== (source.ref ?? '')) void run({ name: source.name, ref: wanted === '' ? null : wanted });
      }}
    >
      <div className={styles.form}>
        <TextField
          label="Pinned to"
          icon="pin"
          placeholder="Tag, branch or commit; follows the default branch while empty"
          value={text}
          disabled={!canWrite}
          error={error?.message}
          onValueChange={setText}
        />
        <Button type="submit" disabled={!canWrite || wanted === '' || wanted === source.ref} isBusy={isRunning}>
          Pin
        </Button>
        {source.ref !== null && (
          <Button disabled={!canWrite} isBusy={isRunning} onClick={() => void run({ name: source.name, ref: null })}>
            Unpin
          </Button>
        )}
      </div>
      {source.commit !== null && source.ref === null && canWrite && (
        <p className={styles.note}>
          Follows the default branch.{' '}
          <Button size="small" variant="quiet" icon="pin" onClick={() => setText(source.commit!)}>
            Use {source.commit.slice(0, 9)}
          </Button>
        </p>
      )}
    </form>
  );
}
