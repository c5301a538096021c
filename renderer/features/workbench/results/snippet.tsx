import { useMemo, type ReactNode } from 'react';
import { ColouredCode } from '../../../parts/code/coloured-code.tsx';
import { matchRanges } from '../../../parts/hits/match-ranges.ts';
import type { HitShape } from './hit-shape.ts';
import styles from './hit-row.module.css';
import { Marked } from './marked.tsx';

interface SnippetProps {
  snippet: NonNullable<HitShape['snippet']>;
  stems: readonly string[];
}

/** The part of a hit that holds most of what was asked for. */
export function Snippet({ snippet, stems }: SnippetProps): ReactNode {
  if (snippet.kind === 'text')
    return (
      <p className={styles.text} style={{ WebkitLineClamp: snippet.lines }}>
        <Marked text={snippet.text} stems={stems} />
      </p>
    );
  return <CodeSnippet code={snippet.text} language={snippet.language} stems={stems} />;
}

function CodeSnippet({ code, language, stems }: { code: string; language: string; stems: readonly string[] }): ReactNode {
  const matches = useMemo(() => matchRanges(code, stems), [code, stems]);
  return (
    <pre className={styles.code}>
      <code>
        <ColouredCode code={code} language={language} matches={matches} />
      </code>
    </pre>
  );
}
