import type { FileAccount } from '../model.ts';
import type { CallView } from './session-view.ts';

/** Files that were read, by their number; they name where a record is. */
export type Files = readonly Pick<FileAccount, 'path'>[];

/** Tokens of results, by the usual rule of thumb. */
export function tokensOf(calls: readonly CallView[]): number {
  return Math.ceil(calls.reduce((sum, { call }) => sum + (call.result?.characters ?? 0), 0) / 4);
}
