import { useState, type ReactNode } from 'react';
import { useCall } from '../../../rpc-client/use-call.ts';
import { copyText } from '../../../state/copy-text.ts';
import { saveFile } from '../../../state/save-file.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { formatBytes, formatNumber } from '../../../ui/format.ts';
import { Select } from '../../../ui/select.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { selectionOf } from '../selection.ts';
import { WaitingInWords } from '../../../ui/waiting.tsx';
import styles from './report-view.module.css';

type Format = 'markdown' | 'json';

const fileNames: Record<Format, string> = { markdown: 'sessions-report.md', json: 'sessions-report.json' };

/** Longer previews are cut on the screen, never in what goes out. Unit: characters. */
const shownCharacters = 400_000;

/** What would go out, whole, before it does. */
export function ReportView({ session }: { session: string | null }): ReactNode {
  const [format, setFormat] = useState<Format>('markdown');
  const [redact, setRedact] = useState(true);
  const { data, error, isFetching, refetch } = useCall('sessions.report', { ...selectionOf(session), format, redact });
  const copy = async (text: string): Promise<void> => {
    const copied = await copyText(text);
    showToast(
      copied
        ? { tone: 'success', title: 'Copied the report' }
        : { tone: 'danger', title: 'The clipboard is not available', description: 'Save the report as a file instead.' },
    );
  };
  return (
    <div className={styles.view}>
      <header className={styles.tools}>
        <Select
          label="Format"
          hidesLabel
          size="small"
          value={format}
          options={[
            { value: 'markdown', title: 'Markdown' },
            { value: 'json', title: 'JSON' },
          ]}
          onValueChange={setFormat}
        />
        <Switch label="Take out what is private" checked={redact} onCheckedChange={setRedact} />
        <span className={styles.gap} />
        <Button size="small" icon="copy" disabled={data === undefined} onClick={() => data !== undefined && void copy(data.text)}>
          Copy
        </Button>
        <Button
          size="small"
          variant="primary"
          icon="download"
          disabled={data === undefined}
          onClick={() => data !== undefined && saveFile(fileNames[format], data.text)}
        >
          Save
        </Button>
      </header>
      <p className={styles.note} role="status" data-warning={!redact || undefined}>
        {data === undefined
          ? ' '
          : redact
            ? redactionText(data.redactions)
            : 'Nothing is taken out: paths with your name, addresses and keys stand in it as they were recorded.'}
      </p>
      {error !== null && data === undefined ? (
        <ErrorState title="The report cannot be made" error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <WaitingInWords label="Making the report" />
      ) : (
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys
        <pre className={styles.text} tabIndex={0} role="region" aria-label="What would go out" aria-busy={isFetching}>
          {data.text.slice(0, shownCharacters)}
          {data.text.length > shownCharacters &&
            `\n… ${formatBytes(data.text.length - shownCharacters)} more; save it to see the rest.`}
        </pre>
      )}
    </div>
  );
}

function redactionText(redactions: readonly { kind: string; count: number }[]): string {
  const there = redactions.filter(({ count }) => count > 0);
  if (there.length === 0) return 'Nothing private was recognised. Read it before you send it.';
  return `Taken out: ${there.map(({ kind, count }) => `${formatNumber(count)} × ${kind}`).join(', ')}. Read it before you send it.`;
}
