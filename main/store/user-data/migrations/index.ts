import type { Migration } from '../../migrations/index.ts';
import { marks } from './0001-marks.ts';
import { cases } from './0002-cases.ts';
import { searches } from './0003-searches.ts';
import { history } from './0004-history.ts';
import { mcp } from './0005-mcp.ts';
import { returnedChunks } from './0006-returned-chunks.ts';

/** Of the user's own file; the index has others, in a file of its own. */
export const userMigrations: readonly Migration[] = [marks, cases, searches, history, mcp, returnedChunks];
