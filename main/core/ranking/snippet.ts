import { stemsAmong } from './confidence.ts';

/** Longest snippet. Unit: characters. */
const longest = 360;

/** The lines of a chunk that hold most of the query's stems, within the limit; the chunk's beginning when none do. */
export function snippetOf(content: string, stems: ReadonlySet<string>): string {
  const lines = content.split('\n');
  const gains = lines.map((line) => stemsAmong([line], stems).size);
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
  let text = '';
  for (const line of lines.slice(best.start)) {
    if (text !== '' && text.length + line.length + 1 > longest) break;
    text += (text === '' ? '' : '\n') + line;
  }
  return text.length > longest ? `${text.slice(0, longest - 1).trimEnd()}…` : text.trimEnd();
}
