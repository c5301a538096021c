import { corpus } from './0001-corpus.ts';
import { chunks } from './0002-chunks.ts';
import { embeddings } from './0003-embeddings.ts';
import { examples } from './0004-examples.ts';
import { edges } from './0005-edges.ts';
import { deprecations } from './0006-deprecations.ts';

export interface Migration {
  /** Consecutive from 1; equals SQLite's user_version after it ran. */
  number: number;
  name: string;
  sql: string;
}

export const migrations: readonly Migration[] = [corpus, chunks, embeddings, examples, edges, deprecations];
