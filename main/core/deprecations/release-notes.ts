import { longestNote, type DeprecationEntry, type DeprecationKind } from './entry.ts';
import { statementsIn } from './statement.ts';
import { plainText } from './words.ts';

/** Whether a file tells of releases: a change log, release notes, or one fragment of either. */
export function isReleaseNotes(path: string): boolean {
  const parts = path.toLowerCase().split('/');
  const name = parts.at(-1) ?? '';
  if (/^(?:change(?:s|[-_ ]?log)|history|news|release[-_ ]?notes?|releases?|breaking[-_ ]changes?)\b/.test(name)) return true;
  return parts
    .slice(0, -1)
    .some((folder) => /^(?:changelogs?|changelog\.d|newsfragments|news\.d|release[-_]?notes?|releases)$/.test(folder));
}

interface Bullet {
  startLine: number;
  lines: string[];
}

/** Reads a change log: versions in headings, kinds in headings below them or in the entries themselves. */
export function releaseNoteEntries(path: string, text: string): DeprecationEntry[] {
  const found: DeprecationEntry[] = [];
  const fragment = /\.(deprecated|deprecation|removed|removal)(?:\.\d+)?\.(?:md|rst|txt)$/i.exec(path)?.[1];
  let version: string | null = null;
  let section: DeprecationKind | null = fragment === undefined ? null : sectionKind(fragment);
  let bullet: Bullet | null = null;
  let inFence = false;
  const finish = (): void => {
    if (bullet !== null) found.push(...entriesOf(bullet, version, section));
    bullet = null;
  };
  for (const [index, line] of text.split('\n').entries()) {
    if (/^\s{0,8}(?:```|~~~)/.test(line)) inFence = !inFence;
    if (inFence) continue;
    const heading = /^(#{1,6})\s+(.*)$/.exec(line);
    if (heading !== null) {
      finish();
      const words = heading[2]!;
      const named = versionIn(words);
      if (named !== undefined) {
        version = named;
        section = null;
      } else section = sectionKind(words);
    } else if (/^\s*[-*+]\s+\S/.test(line) || (bullet === null && line.trim() !== '' && fragment !== undefined)) {
      finish();
      bullet = { startLine: index + 1, lines: [line.replace(/^\s*[-*+]\s+/, '')] };
    } else if (bullet !== null && (line.trim() === '' || /^\s/.test(line) || bullet.lines.at(-1)!.trim() !== ''))
      bullet.lines.push(line);
    else finish();
  }
  finish();
  return found;
}

/** The version that a heading names: null for what is not released yet, undefined for a heading of another kind. */
function versionIn(heading: string): string | null | undefined {
  if (/\bunreleased\b|\bnext\b|\bupcoming\b/i.test(heading)) return null;
  return /^(?:\[|version |release |[\w@/-]{0,60}[ @])?v?(\d+\.\d+(?:\.\d+)*(?:-?[a-z]+\.?\d*)?)\b/i.exec(
    heading.replace(/[*`]/g, ''),
  )?.[1];
}

function sectionKind(heading: string): DeprecationKind | null {
  if (/\bdeprecat/i.test(heading)) return 'deprecated';
  if (/\bremov(?:ed|als?)\b/i.test(heading)) return 'removed';
  return /\brenam(?:ed|es|ings?)\b/i.test(heading) ? 'renamed' : null;
}

const telling = /deprecat|remov|renam|drop|delet|obsolete/i;

function entriesOf(bullet: Bullet, version: string | null, section: DeprecationKind | null): DeprecationEntry[] {
  const lines = [...bullet.lines];
  while (lines.length > 1 && lines.at(-1)!.trim() === '') lines.pop();
  if (section === null && !lines.some((line) => telling.test(line))) return [];
  const note = plainText(lines.join('\n').slice(0, 8_000));
  return statementsIn(note, { strict: section === null, section }).map(({ symbol, kind, removal, replacement }) => ({
    symbol,
    kind,
    origin: 'release-notes',
    version,
    removal,
    replacement,
    note: note.length > longestNote ? `${note.slice(0, longestNote - 1)}…` : note,
    startLine: bullet.startLine,
    endLine: bullet.startLine + lines.length - 1,
  }));
}
