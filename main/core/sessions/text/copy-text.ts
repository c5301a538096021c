const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Signs without a form of their own that turn what follows around: a text could show as another than it is. The raw record has them. */
const turningSigns = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * At most `limit` characters of a text, well formed and without signs that turn it around. What is cut is copied: a slice would keep the whole text, often a file's, in
 * memory as long as the beginning is kept.
 */
export function copyText(text: string, limit: number): string {
  if (text.length > limit) return decoder.decode(encoder.encode(text.slice(0, limit))).replace(turningSigns, '');
  return (text.isWellFormed() ? text : text.toWellFormed()).replace(turningSigns, '');
}

/** The same, with `…` where something was cut. */
export function clipText(text: string, limit: number): string {
  return text.length <= limit ? copyText(text, limit) : `${copyText(text, limit - 1)}…`;
}

/** Short texts that were cut out of a long one, without holding on to it. */
export function copyAll(texts: readonly string[]): string[] {
  return texts.length === 0 ? [] : decoder.decode(encoder.encode(texts.join('\n'))).split('\n');
}
