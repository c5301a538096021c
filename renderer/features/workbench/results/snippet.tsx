import { useMemo, type ReactNode } from 'react';
import type { SearchHit } from '../../../../main/contract/search.ts';
import { ColouredCode } from '../../../parts/code/coloured-code.tsx';
import { Marked } from './marked.tsx';
import { matchRanges } from '../../../parts/hits/match-ranges.ts';
import { codeSnippet, fenceLanguage, looksLikeCode, plainSnippet, withoutFences } from './plain-snippet.ts';
import styles from './hit-row.module.css';

interface SnippetProps {
  hit: Pick<SearchHit, 'snippet' | 'contentType' | 'language' | 'chunkType'>;
  stems: readonly string[];
}

/** The part of a hit that holds most of what was asked for. */
export function Snippet({ hit, stems }: SnippetProps): ReactNode {
  const isPage = hit.contentType === 'doc' || hit.contentType === 'readme';
  const isText = isPage && !looksLikeCode(hit.snippet);
  const text = isText ? plainSnippet(hit.snippet) : codeSnippet(isPage ? withoutFences(hit.snippet) : hit.snippet);
  const matches = useMemo(() => (isText ? [] : matchRanges(text, stems)), [isText, text, stems]);
  if (isText)
    return (
      <p className={styles.text}>
        <Marked text={text} stems={stems} />
      </p>
    );
  return (
    <pre className={styles.code}>
      <code>
        <ColouredCode code={text} language={isPage ? (fenceLanguage(hit.snippet) ?? '') : hit.language} matches={matches} />
      </code>
    </pre>
  );
}
