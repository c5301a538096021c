/** What each part of a score stands for, in a few words; empty for one that is not known here. */
const notes: Record<string, string> = {
  keyword: 'words, by full-text search',
  meaning: 'cosine of the vectors',
  'other hits in the file': 'and in its class, with falling weight',
  'both lists': 'among the first ten of both',
  'symbol exact': 'the query names it in full',
  'symbol last': 'the query has its last name',
  'symbol prefix': 'the query has its beginning',
  'stale source': 'days behind the newest check',
  'other version': 'pinned to another version',
  'penalty cap': 'penalties were more than allowed',
  'module overview': 'names everything, explains nothing',
  'example code': 'an example, where none was asked for',
  'test code': 'a test, where none was asked for',
  changelog: 'a list of everything',
  diversity: 'further hits of the same place',
};

export function partNote(name: string): string {
  return notes[name] ?? '';
}

/** `+0.412`, `−0.050`. */
export function formatPart(value: number): string {
  const text = Math.abs(value).toFixed(3);
  return value < 0 ? `−${text}` : `+${text}`;
}

/** A raw number with as many digits as say something. */
export function formatRaw(value: number): string {
  return Number.isInteger(value) ? String(value) : Math.abs(value) >= 100 ? value.toFixed(1) : value.toFixed(3);
}
