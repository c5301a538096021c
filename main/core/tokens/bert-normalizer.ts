/**
 * BERT's uncased normaliser for the rare text that is not plain ASCII: drop control characters, set CJK characters apart,
 * lower-case, strip accents. Same result as `@huggingface/tokenizers` (a test compares them), in time linear in the text.
 */

const control = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\uFFFD]/gu;
const spaceToken = /\s/gu;
const mark = /\p{Mn}/gu;
/** Canonical reordering is quadratic in the length of a run of marks; no script stacks this many. */
const longMarkRun = /\p{M}{32,}/gu;
const cjk = /[\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF]/gu;
const word = /[^\s\p{P}!-/:-@[-`{-~]+|[\p{P}!-/:-@[-`{-~]/gu;

/** Words and single punctuation characters of a text, in the form the vocabulary knows them. */
export function normalizedWords(text: string): string[] {
  const cleaned = text
    .replace(/[\t\n\r]/g, ' ')
    .replace(control, '')
    .replace(spaceToken, ' ')
    .replace(cjk, ' $& ');
  const lower = cleaned.toLowerCase().replace(longMarkRun, (run) => run.replace(mark, ''));
  return lower.normalize('NFD').replace(mark, '').match(word) ?? [];
}
