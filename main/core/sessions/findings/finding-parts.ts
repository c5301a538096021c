import type { FileAccount } from '../model.ts';
import { tokensOfCharacters } from '../text/tokens.ts';
import type { CallView } from './session-view.ts';

/** Files that were read, by their number; they name where a record is. */
export type Files = readonly Pick<FileAccount, 'path'>[];

/** Tokens of results. */
export function tokensOf(calls: readonly CallView[]): number {
  return tokensOfCharacters(calls.reduce((sum, { call }) => sum + (call.result?.characters ?? 0), 0));
}
