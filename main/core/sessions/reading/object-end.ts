const quote = 0x22;
const backslash = 0x5c;

/**
 * Index after the object or list that begins at `start`, by its brackets outside of strings; -1 where it does not end. Linear, and
 * without a stack: twenty thousand levels are as good as two.
 */
export function jsonEnd(text: string, start: number): number {
  let depth = 0;
  for (let index = start; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === quote) {
      index = stringEnd(text, index + 1);
      if (index === -1) return -1;
    } else if (code === 0x7b || code === 0x5b) depth += 1;
    else if (code === 0x7d || code === 0x5d) {
      depth -= 1;
      if (depth === 0) return index + 1;
    }
  }
  return -1;
}

/** Index of the quote that ends the string whose content begins at `start`; -1 where none does. */
function stringEnd(text: string, start: number): number {
  for (let index = start; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === backslash) index += 1;
    else if (code === quote) return index;
  }
  return -1;
}
