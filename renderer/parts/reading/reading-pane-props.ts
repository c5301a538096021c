import type { Ref } from 'react';
import type { LineRange, SearchHit } from '../../../main/contract/search.ts';
import type { Scope } from '../filters/search-scope.ts';
import type { ReaderHandle } from './reader-handle.ts';

/** What is to be read, and where that was found. */
export interface ReadingPaneProps {
  reference: { chunkId: string } | { source: string; path: string };
  /** Lines to show instead of those of the chunk. */
  lines: LineRange | null;
  /** What was searched when this was found; empty where nothing was. */
  query: string;
  scope: Scope;
  /** What else was found: candidates for what was wanted. */
  hits: readonly SearchHit[];
  /** It stands beside the list, not in its place. */
  isBeside: boolean;
  onClose: () => void;
  /** Escape: back to where one came from, without closing what stands beside. */
  onLeave: () => void;
  onOpenChunk: (chunkId: string) => void;
  ref?: Ref<ReaderHandle>;
}
