const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * At most `limit` characters of a text, well formed. What is cut is copied: a slice would keep the whole text, often a file's, in
 * memory as long as the beginning is kept.
 */
export function copyText(text: string, limit: number): string {
  if (text.length <= limit) return text.isWellFormed() ? text : text.toWellFormed();
  return decoder.decode(encoder.encode(text.slice(0, limit)));
}

/** The same, with `…` where something was cut. */
export function clipText(text: string, limit: number): string {
  return text.length <= limit ? copyText(text, limit) : `${copyText(text, limit - 1)}…`;
}

/** Short texts that were cut out of a long one, without holding on to it. */
export function copyAll(texts: readonly string[]): string[] {
  return texts.length === 0 ? [] : decoder.decode(encoder.encode(texts.join('\n'))).split('\n');
}
