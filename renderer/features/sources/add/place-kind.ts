/** Whether what is typed begins like a path of this machine, so that folders are worth offering. */
export function looksLikePath(text: string): boolean {
  const trimmed = text.trimStart();
  if (trimmed === '') return false;
  return /^(?:[~/\\.]|[A-Za-z]:[\\/])/.test(trimmed);
}
