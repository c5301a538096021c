import { useQueryClient } from '@tanstack/react-query';
import { useId, useState, type ReactNode, type Ref } from 'react';
import { PathInput } from '../../../parts/path-input.tsx';
import { useTranscriptAnalysis } from '../../../parts/transcript-analysis.ts';
import { transcriptEndings } from '../../../parts/transcript-files.ts';
import { desktopBridge } from '../../../rpc-client/desktop-bridge.ts';
import { useHub } from '../../../rpc-client/hub-client.ts';
import { Button } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import styles from './path-form.module.css';

/** Paths of transcripts, typed with completion; several make one analysis. */
export function PathForm({ ref }: { ref?: Ref<HTMLInputElement> }): ReactNode {
  const id = useId();
  const hub = useHub();
  const queries = useQueryClient();
  const start = useTranscriptAnalysis((state) => state.start);
  const unplaced = useTranscriptAnalysis((state) => state.unplaced);
  const [text, setText] = useState('');
  const [paths, setPaths] = useState<readonly string[]>([]);
  const bridge = desktopBridge();
  const typed = text.trim();
  const all = typed === '' || paths.includes(typed) ? paths : [...paths, typed];
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (all.length === 0) return;
        setText('');
        setPaths([]);
        void start(hub, queries, all);
      }}
    >
      {unplaced.length > 0 && (
        <p className={styles.note} role="status">
          A browser does not tell where{' '}
          {unplaced
            .slice(0, 3)
            .map((name) => `“${name}”`)
            .join(', ')}
          {unplaced.length > 3 && ` and ${unplaced.length - 3} more`} {unplaced.length === 1 ? 'lies' : 'lie'}, and nothing is
          uploaded. Type the path, or drop it on the desktop app.
        </p>
      )}
      <label htmlFor={id} className={styles.label}>
        Files or folders with sessions
      </label>
      {paths.length > 0 && (
        <ul className={styles.paths} aria-label="To be read">
          {paths.map((path) => (
            <li key={path}>
              <Chip value={path} onRemove={() => setPaths(paths.filter((each) => each !== path))} />
            </li>
          ))}
        </ul>
      )}
      <div className={styles.line}>
        <PathInput
          ref={ref}
          id={id}
          value={text}
          onValueChange={setText}
          placeholder="~/.claude/projects or ~/logs/session.jsonl"
          endings={transcriptEndings}
          describedBy={`${id}-note`}
        />
        {bridge !== null && (
          <Button
            icon="folder"
            onClick={async () => {
              const picked = await bridge.pickFolder();
              if (picked !== null) setPaths((before) => (before.includes(picked) ? before : [...before, picked]));
            }}
          >
            Choose folder…
          </Button>
        )}
        <Button
          icon="add"
          disabled={typed === '' || paths.includes(typed)}
          onClick={() => {
            setPaths(all);
            setText('');
          }}
        >
          Another
        </Button>
        <Button type="submit" variant="primary" disabled={all.length === 0}>
          Read
        </Button>
      </div>
      <p id={`${id}-note`} className={styles.small}>
        JSONL, JSON, .gz, .zst, .zip, .tar and SQLite; folders are read with everything below them. Nothing leaves this machine.
      </p>
    </form>
  );
}
