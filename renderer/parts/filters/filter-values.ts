import { contentTypeTitles } from '../../ui/badge.tsx';
import type { FilterName } from '../../router/filters.ts';

const languageTitles: Record<string, string> = {
  cpp: 'C++',
  csharp: 'C#',
  css: 'CSS',
  go: 'Go',
  html: 'HTML',
  javascript: 'JavaScript',
  json: 'JSON',
  mdx: 'MDX',
  php: 'PHP',
  sql: 'SQL',
  toml: 'TOML',
  tsx: 'TSX',
  typescript: 'TypeScript',
  xml: 'XML',
  yaml: 'YAML',
};

/** A filter's value in the window's words. */
export function valueTitle(name: FilterName, value: string): string {
  if (name === 'content_type' && value in contentTypeTitles) return contentTypeTitles[value as keyof typeof contentTypeTitles];
  if (name === 'language') return languageTitles[value] ?? value.charAt(0).toUpperCase() + value.slice(1);
  return value;
}
