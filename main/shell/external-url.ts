const longestUrl = 4096;

/** The address to give to the system's browser, or null where a page may not ask for it: https alone, without credentials. */
export function externalUrl(text: string): string | null {
  if (text.length > longestUrl || !URL.canParse(text)) return null;
  const url = new URL(text);
  const allowed = url.protocol === 'https:' && url.hostname !== '' && url.username === '' && url.password === '';
  return allowed ? url.href : null;
}
