/** The opening line of a fenced block. */
export interface FenceOpening {
  char: '`' | '~';
  length: number;
  /** Block quote and list markers in front of it; a quoted fence ends with its quote. */
  quoted: boolean;
}

/** Characters of a line that are looked at for a fence behind list and quote markers. */
const openingCharacters = 300;

/** Reads a line as the opening of a fence, at any indentation and behind list and quote markers. */
export function fenceOpening(line: string): FenceOpening | null {
  if (!line.includes('```') && !line.includes('~~~')) return null;
  const match = /^[ \t]*((?:(?:[-*+]|\d{1,9}[.)])[ \t]+|>[ \t]*)*)(`{3,}|~{3,})/.exec(line.slice(0, openingCharacters));
  if (match === null) return null;
  const [whole, markers, run] = match;
  const char = run!.startsWith('~') ? '~' : '`';
  // ```` ```not code``` ```` on one line is inline code.
  if (char === '`' && line.includes('`', whole.length)) return null;
  return { char, length: run!.length, quoted: markers!.includes('>') };
}

/** True where the line closes the fence. */
export function closesFence(line: string, fence: FenceOpening): boolean {
  let text = line.trim();
  if (fence.quoted) text = text.replace(/^(?:>\s*)+/, '');
  if (text.length < fence.length) return false;
  for (let index = 0; index < text.length; index += 1) if (text[index] !== fence.char) return false;
  return true;
}
