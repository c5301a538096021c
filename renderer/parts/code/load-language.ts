import type { LanguageSupport } from '@codemirror/language';

/** Names that the index gives and the grammars know by another one. */
const otherNames: Record<string, string> = {
  mdx: 'markdown',
  markdown: 'markdown',
  html: 'html',
  batch: 'powershell',
  makefile: 'cmake',
  restructuredtext: 'markdown',
  jupyter: 'json',
  text: '',
  plain: '',
};

const loaded = new Map<string, Promise<LanguageSupport | null>>();

/** The grammar of a language by the name of the index or of a fenced block; null where there is none. Fetched when first asked for. */
export function loadLanguage(name: string): Promise<LanguageSupport | null> {
  const known = otherNames[name.toLowerCase()] ?? name.toLowerCase();
  const before = loaded.get(known);
  if (before !== undefined) return before;
  const loading = load(known).catch(() => {
    // Without its file the code has no colours; the next one who asks tries again.
    loaded.delete(known);
    return null;
  });
  loaded.set(known, loading);
  return loading;
}

async function load(name: string): Promise<LanguageSupport | null> {
  if (name === '') return null;
  const [{ LanguageDescription }, { languages }] = await Promise.all([
    import('@codemirror/language'),
    import('@codemirror/language-data'),
  ]);
  return (await LanguageDescription.matchLanguageName(languages, name, false)?.load()) ?? null;
}
