import { useState, type ReactNode } from 'react';
import type { CallReference } from '../../../../main/contract/session-findings.ts';
import { useCall } from '../../../rpc-client/use-call.ts';
import { copyText } from '../../../state/copy-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { readableRecord } from './readable-record.ts';
import styles from './raw-records.module.css';
import { WaitingInWords } from '../../../ui/waiting.tsx';

interface RawRecordsProps {
  call: Pick<CallReference, 'key' | 'name'>;
  onClose: () => void;
}

const recordTitles = { call: 'Call', result: 'Result', message: 'Message' } as const;

/** The records of a call as they stand in the transcript. */
export function RawRecords({ call, onClose }: RawRecordsProps): ReactNode {
  const { data, error, refetch } = useCall('sessions.raw', { call: call.key });
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={`Records of ${call.name}`} size="large">
      {error !== null && data === undefined ? (
        <ErrorState title="The records cannot be read" error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <WaitingInWords label="Reading the records" />
      ) : (
        <div className={styles.records}>
          {data.records.length === 0 && <p>The transcript has no record of this call any more.</p>}
          {data.records.map(({ path, line, what, text, reason, cut }) => (
            <section key={`${path} ${line} ${what}`} aria-label={recordTitles[what]}>
              <header className={styles.header}>
                <h3>{recordTitles[what]}</h3>
                <span className={styles.place} title={path}>
                  line {formatNumber(line)} of {path}
                </span>
                {text !== null && <CopyButton text={text} />}
              </header>
              {text === null ? (
                <p>{reason ?? 'The file does not have this record any more.'}</p>
              ) : (
                // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys
                <pre className={styles.text} tabIndex={0}>
                  {readableRecord(text)}
                </pre>
              )}
              {cut && <p className={styles.place}>The record is longer than what is shown.</p>}
            </section>
          ))}
        </div>
      )}
    </Dialog>
  );
}

function CopyButton({ text }: { text: string }): ReactNode {
  const [copied, setCopied] = useState<boolean | null>(null);
  return (
    <Button
      size="small"
      variant="quiet"
      icon={copied === true ? 'check' : 'copy'}
      onClick={async () => setCopied(await copyText(text))}
    >
      {copied === false ? 'The clipboard is not available' : copied === true ? 'Copied' : 'Copy'}
    </Button>
  );
}
