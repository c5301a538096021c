import { useState, type ReactNode } from 'react';
import type { SourceDescription } from '../../../../main/contract/sources.ts';
import { useAction } from '../../../rpc-client/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import styles from './source-overview.module.css';

interface SiteFieldProps {
  source: SourceDescription;
  canWrite: boolean;
}

/** Where the pages of a source are published, so that citations lead there. */
export function SiteField({ source, canWrite }: SiteFieldProps): ReactNode {
  const [text, setText] = useState(source.siteUrl ?? '');
  const { run, isRunning, error, reset } = useAction('sources.change', { invalidates: ['sources.list'], showsError: true });
  const wanted = text.trim();
  const isChanged = wanted !== (source.siteUrl ?? '');
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged) void run({ name: source.name, siteUrl: wanted === '' ? null : wanted });
      }}
    >
      <TextField
        label="Address of the published pages"
        icon="globe"
        inputMode="url"
        placeholder="https://docs.example.com"
        description="Citations of documents lead to this site instead of to the file."
        value={text}
        disabled={!canWrite}
        error={error?.message}
        onValueChange={(next) => {
          reset();
          setText(next);
        }}
      />
      {isChanged && (
        <Button type="submit" disabled={!canWrite} isBusy={isRunning}>
          Save
        </Button>
      )}
    </form>
  );
}
