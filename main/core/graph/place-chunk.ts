/** A chunk's place in its file. */
export interface ChunkPlace {
  id: number;
  ordinal: number;
  symbol: string | null;
  startLine: number;
  endLine: number;
}

/** Finds the chunk of one file that shows a line of a definition. */
export class ChunkPlaces {
  readonly #all: readonly ChunkPlace[];
  readonly #bySymbol = new Map<string, ChunkPlace[]>();

  constructor(chunks: readonly ChunkPlace[]) {
    this.#all = chunks;
    for (const chunk of chunks) {
      if (chunk.symbol === null) continue;
      const known = this.#bySymbol.get(chunk.symbol);
      if (known === undefined) this.#bySymbol.set(chunk.symbol, [chunk]);
      else known.push(chunk);
    }
  }

  /**
   * The smallest chunk around the line that carries the definition's name, else the smallest around the line, else the one
   * that begins nearest to it. Null for a file without chunks.
   */
  at(line: number, symbol: string): ChunkPlace | null {
    const own = smallestAround(this.#bySymbol.get(symbol) ?? [], line);
    if (own !== null) return own;
    const around = smallestAround(this.#all, line);
    if (around !== null) return around;
    const distance = (chunk: ChunkPlace): number => Math.abs(chunk.startLine - line);
    return first(this.#all, (one, other) => distance(one) - distance(other));
  }
}

function smallestAround(chunks: readonly ChunkPlace[], line: number): ChunkPlace | null {
  const size = (chunk: ChunkPlace): number => chunk.endLine - chunk.startLine;
  const around = chunks.filter((chunk) => chunk.startLine <= line && line <= chunk.endLine);
  return first(around, (one, other) => size(one) - size(other));
}

/** The first in an order; of equals the one that comes first in the file. */
function first(chunks: readonly ChunkPlace[], compare: (one: ChunkPlace, other: ChunkPlace) => number): ChunkPlace | null {
  let best: ChunkPlace | null = null;
  for (const chunk of chunks) {
    const difference = best === null ? -1 : compare(chunk, best) || chunk.ordinal - best.ordinal;
    if (difference < 0) best = chunk;
  }
  return best;
}
