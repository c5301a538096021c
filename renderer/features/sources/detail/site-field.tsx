import type { ReactNode } from 'react';
import type { SourceDescription } from '../../../../main/contract/sources.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import styles from './source-overview.module.css';
import { useSourceField } from './use-source-field.ts';

interface SiteFieldProps {
  source: SourceDescription;
  canWrite: boolean;
}

/** Where the pages of a source are published, so that citations lead there. */
export function SiteField({ source, canWrite }: SiteFieldProps): ReactNode {
  const { text, wanted, setText, run, isRunning, error } = useSourceField(source.siteUrl);
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
        onValueChange={setText}
      />
      {isChanged && (
        <Button type="submit" disabled={!canWrite} isBusy={isRunning}>
          Save
        </Button>
      )}
    </form>
  );
}
