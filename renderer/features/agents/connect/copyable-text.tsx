import { useState, type ReactNode } from 'react';
import { copyText } from '../../../state/copy-text.ts';
import { Button } from '../../../ui/button.tsx';
import styles from './copyable-text.module.css';

/** Text that is to be pasted elsewhere. */
export function CopyableText({ name, text }: { name: string; text: string }): ReactNode {
  const [copied, setCopied] = useState<boolean | null>(null);
  return (
    <div className={styles.box}>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys */}
      <pre tabIndex={0} className={styles.text}>
        {text}
      </pre>
      <Button
        size="small"
        icon={copied === true ? 'check' : 'copy'}
        aria-label={`Copy ${name}`}
        className={styles.copy}
        onClick={async () => setCopied(await copyText(text))}
      >
        {copied === null ? 'Copy' : copied ? 'Copied' : 'The clipboard is not available'}
      </Button>
    </div>
  );
}
