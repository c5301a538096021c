import { skipReasons, type SkipReason } from '../../../main/contract/vocabulary.ts';

const texts: Record<SkipReason, string> = {
  ignored: 'left out by .gitignore',
  rule: 'left out by a rule',
  'lock-file': 'lists versions for a package manager',
  minified: 'minified code',
  generated: 'written by a program',
  binary: 'no text',
  'too-large': 'too large to be read by people',
  secret: 'may hold a password or key',
  symlink: 'a link, which is not followed',
  'not-text': 'of no known kind of text',
  vendored: 'installed packages or build output',
  'duplicate-dump': 'repeats pages that are indexed one by one',
  empty: 'has nothing in it',
};

/** Why files are skipped, in words. What is no known reason is given back. */
export function reasonText(reason: string): string {
  const known = skipReasons.find((each) => each === reason);
  return known === undefined ? reason : texts[known];
}
