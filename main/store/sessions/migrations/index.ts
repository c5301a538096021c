import type { Migration } from '../../migrations/index.ts';
import { sessions } from './0001-sessions.ts';
import { indexes } from './0002-indexes.ts';

/** Of the file that keeps what was read from transcripts. */
export const sessionMigrations: readonly Migration[] = [sessions, indexes];
