/** What stands around a record where a disk was full, a machine lost its power or files were joined: spaces, NULs, byte order marks. */
function isAround(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  if (code <= 0x20) return code === 0x20 || code === 0 || (code >= 0x09 && code <= 0x0d);
  return code >= 0xa0 && /\s/.test(text[index]!);
}

/** The text without it. Linear, which a pattern that ends in `+$` is not: a run of NULs in the middle of a line may be megabytes long. */
export function trimAround(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && isAround(text, from)) from += 1;
  while (to > from && isAround(text, to - 1)) to -= 1;
  return text.slice(from, to);
}
