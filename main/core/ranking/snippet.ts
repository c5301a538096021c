import { stemsAmong } from './confidence.ts';

/** Longest snippet. Unit: characters. */
const longest = 360;

/** The lines of a chunk that hold most of the query's stems, within the limit; the chunk's beginning when none do. */
export function snippetOf(content: string, stems: ReadonlySet<string>): string {
  const lines = content.split('\n');
  const gains = lines.map((line) => stemsAmong([line], stems).size);
  const first = gains.some((gain) => gain > 0) ? bestStart(lines, gains) : 0;
  let text = '';
  for (const line of lines.slice(first)) {
    if (text !== '' && text.length + line.length + 1 > longest) break;
    text += (text === '' ? '' : '\n') + line;
  }
  return text.length > longest ? `${text.slice(0, longest - 1).trimEnd()}…` : text.trimEnd();
}

/** The line from which the most is gained within the limit. */
function bestStart(lines: readonly string[], gains: readonly number[]): number {
  let best = { start: 0, gain: -1 };
  for (let start = 0; start < lines.length; start += 1) {
    let gain = 0;
    let characters = 0;
    for (let end = start; end < lines.length; end += 1) {
      characters += lines[end]!.length + 1;
      if (characters > longest) break;
      gain += gains[end]!;
    }
    // A snippet that begins with a hit reads better than one that ends with it.
    if (gains[start]! > 0) gain += 0.5;
    if (gain > best.gain) best = { start, gain };
  }
  return best.start;
}
