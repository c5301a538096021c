import { useState, type ReactNode } from 'react';
import { useCall } from '../../rpc-client/use-call.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import styles from './other-place.module.css';
import type { Wanted } from './wanted-places.ts';

/** A place that the search did not find: source, path and, if it is about one, a symbol. */
export function OtherPlace({ source: first, onAdd }: { source: string; onAdd: (place: Wanted) => void }): ReactNode {
  const { data: sources = [] } = useCall('sources.list', {});
  const [source, setSource] = useState(first);
  const [path, setPath] = useState('');
  const [symbol, setSymbol] = useState('');
  const names = sources.length === 0 ? [first] : sources.map(({ name }) => name);
  return (
    <form
      className={styles.other}
      aria-label="Another place"
      onSubmit={(event) => {
        event.preventDefault();
        if (path.trim() === '') return;
        onAdd({ source, path: path.trim(), ...(symbol.trim() === '' ? {} : { symbol: symbol.trim() }) });
        setPath('');
        setSymbol('');
      }}
    >
      <Select
        label="Another place"
        value={source}
        options={names.map((value) => ({ value, title: value }))}
        onValueChange={setSource}
      />
      <TextField label="Path" value={path} maxLength={4096} onValueChange={setPath} placeholder="src/pipeline.py" />
      <TextField label="Symbol (optional)" value={symbol} maxLength={500} onValueChange={setSymbol} placeholder="Pipeline.run" />
      <Button type="submit" icon="add" disabled={path.trim() === ''}>
        Add
      </Button>
    </form>
  );
}
