import type { LineRange } from '../../../main/contract/search.ts';

/** What a citation names. */
export interface CitedPlace {
  repo: string;
  path: string;
  lines: LineRange | null;
  commit: string | null;
  /** Permalink of the lines where the host has one. */
  url: string | null;
}

const shortCommitLength = 8;

export function shortCommit(commit: string): string {
  return /^[0-9a-f]{12,64}$/i.test(commit) ? commit.slice(0, shortCommitLength) : commit;
}

/** `repo path:L10-L20 @abcdef12`. */
export function citationText({ repo, path, lines, commit }: CitedPlace): string {
  const range = lines === null ? '' : `:L${lines.start}${lines.end > lines.start ? `-L${lines.end}` : ''}`;
  return `${repo} ${path}${range}${commit === null ? '' : ` @${shortCommit(commit)}`}`;
}

/** The same as Markdown: a link to the permalink where there is one, else code. */
export function citationMarkdown(place: CitedPlace): string {
  const text = citationText(place);
  const { url } = place;
  if (url === null || !/^https?:\/\//i.test(url)) return `\`${text.replaceAll('`', "'")}\``;
  const address = url.replace(/[\s<>()]/g, (char) => encodeURIComponent(char).replace('(', '%28').replace(')', '%29'));
  return `[${text.replace(/[\\[\]]/g, '\\$&')}](${address})`;
}
