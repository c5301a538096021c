import { clip, singleLine } from '../text-lines.ts';
import { wordsIn } from './capability-words.ts';

const longestSummary = 400;

/** First paragraph of prose of the README, else what the folder's name says. */
export function summaryOf(example: {
  root: string;
  readme: string | null;
  manifests: readonly { path: string; text: string }[];
}): string {
  const prose = example.readme === null ? null : firstProse(example.readme);
  if (prose !== null) return clip(prose, longestSummary);
  for (const manifest of example.manifests) {
    const description = /^\s*"?description"?\s*[=:]\s*"([^"\n]{10,})"/m.exec(manifest.text.slice(0, 20_000))?.[1];
    if (description !== undefined) return clip(singleLine(description), longestSummary);
  }
  const words = wordsIn(example.root.slice(example.root.lastIndexOf('/') + 1)).join(' ');
  return words === '' ? 'Example.' : `Example: ${words}.`;
}

function firstProse(readme: string): string | null {
  const lines = readme.slice(0, 20_000).split(/\r?\n/);
  const paragraph: string[] = [];
  let fenced = false;
  for (const line of lines) {
    const text = line.trim();
    if (/^(```|~~~)/.test(text)) {
      fenced = !fenced;
      if (paragraph.length > 0) break;
      continue;
    }
    // Headings, pictures, badges, tables, lists and HTML are no prose.
    const isProse = !fenced && text !== '' && !/^(#|!\[|\[!\[|<|\||[-*+] |\d+\. |>|={3,}|-{3,})/.test(text);
    if (isProse) paragraph.push(text);
    else if (paragraph.length > 0) break;
  }
  const plain = singleLine(paragraph.join(' '))
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*`]{1,3}/g, '');
  return plain.length < 15 ? null : plain;
}
