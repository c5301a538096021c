/** Segments of a path that a name shows. */
const shownSegments = 2;

export interface PlacedChunk {
  source: string;
  path: string;
  symbol: string | null;
}

/** Where chunks lie: a folder, a file, or a class or function. */
export interface Place {
  key: string;
  kind: 'path' | 'symbol';
  name: string;
  /** The more specific of two that fit is taken. */
  depth: number;
  /** Chunks of the whole corpus that lie there. */
  chunks: number;
}

/** The places of each chunk, as numbers, made once for all levels of clusters. */
export class PlaceTable {
  readonly places: Place[] = [];
  readonly #rows: Uint32Array[] = [];

  constructor(rows: number, chunkOf: (row: number) => PlacedChunk) {
    const numbers = new Map<string, number>();
    const known = new Map<string, Uint32Array>();
    for (let row = 0; row < rows; row += 1) {
      const chunk = chunkOf(row);
      const head = chunk.symbol?.split('.')[0] ?? '';
      const key = `${chunk.source}\0${chunk.path}\0${head}`;
      let places = known.get(key);
      if (!places) {
        places = Uint32Array.from(placesOf(chunk, head), (place) => {
          const number = numbers.get(place.key) ?? this.places.push(place) - 1;
          numbers.set(place.key, number);
          return number;
        });
        known.set(key, places);
      }
      for (const place of places) this.places[place]!.chunks += 1;
      this.#rows.push(places);
    }
  }

  get rows(): number {
    return this.#rows.length;
  }

  row(index: number): Uint32Array {
    return this.#rows[index]!;
  }
}

/** Folders of a chunk's path, its file, and the class or function it belongs to. */
function placesOf({ source, path }: PlacedChunk, head: string): Place[] {
  const segments = path.split('/');
  const places = segments.map((_, index): Place => {
    const shown = segments.slice(0, index + 1);
    return {
      key: `path\0${source}\0${shown.join('/')}`,
      kind: 'path',
      name: shown.slice(-shownSegments).join('/'),
      depth: index + 1,
      chunks: 0,
    };
  });
  if (head !== '')
    places.push({ key: `symbol\0${source}\0${head}`, kind: 'symbol', name: head, depth: segments.length + 1, chunks: 0 });
  return places;
}
