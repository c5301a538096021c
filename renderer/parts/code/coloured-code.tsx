import { useEffect, useMemo, useState, type ReactNode } from 'react';
import type { TextRange } from '../hits/match-ranges.ts';
import { codePieces } from './code-pieces.ts';
import { colourCode, knownColours, type CodeToken } from './colour-code.ts';
import './syntax.css';

interface ColouredCodeProps {
  code: string;
  language: string;
  /** Marked words. */
  matches?: readonly TextRange[];
}

const noMatches: readonly TextRange[] = [];
const noTokens: readonly CodeToken[] = [];

/** Code with colours as soon as its grammar is there, and marked words. */
export function ColouredCode({ code, language, matches = noMatches }: ColouredCodeProps): ReactNode {
  const tokens = useTokens(code, language);
  const pieces = useMemo(() => codePieces(code, tokens, matches), [code, tokens, matches]);
  return pieces.map(({ start, text, className, isMatch }) => {
    if (isMatch)
      return (
        <mark key={start} className={className}>
          {text}
        </mark>
      );
    return className === undefined ? (
      text
    ) : (
      <span key={start} className={className}>
        {text}
      </span>
    );
  });
}

function useTokens(code: string, language: string): readonly CodeToken[] {
  const [known, setKnown] = useState<{ code: string; language: string; tokens: readonly CodeToken[] } | null>(null);
  const before = knownColours(code, language);
  useEffect(() => {
    if (before !== null) return undefined;
    let isWanted = true;
    void colourCode(code, language).then((tokens) => {
      if (isWanted && tokens.length > 0) setKnown({ code, language, tokens });
    });
    return () => {
      isWanted = false;
    };
  }, [code, language, before]);
  if (before !== null) return before;
  return known?.code === code && known.language === language ? known.tokens : noTokens;
}
