import type { LatentReader, PointRows } from '../../store/latent/latent-reader.ts';
import type { TermFile } from '../../store/latent/term-file.ts';
import { collectGarbage } from '../runtime/collect-garbage.ts';
import { nameClusters, type ClustersInput, type NamedLevel } from './name-clusters.ts';
import { readTerms, storedTerms } from './read-terms.ts';
import type { TermTable } from '../../core/latent/term-table.ts';

/** Says what clusters are and what they are about, beside what finds the places of the map. */
export interface MapNamer extends AsyncDisposable {
  /** Begins to read what chunks are about. Once. */
  begin: (points: PointRows) => void;
  /** After `begin`. */
  name: (input: ClustersInput) => Promise<NamedLevel[]>;
  /** Resolves when terms are kept for the next map, or are lost and that was told. */
  kept: () => Promise<void>;
}

export interface ClusterNamerOptions {
  reader: Pick<LatentReader, 'texts'>;
  /** Where terms are kept from map to map; left out, all texts are read. */
  termFile?: TermFile | undefined;
  /** Reads all texts, whatever is known. */
  fresh: boolean;
  /** Terms could not be kept: the map is there, and the next one reads all texts again. */
  onTermsLost?: ((error: unknown) => void) | undefined;
}

/** Names clusters in the thread that calls. */
export class ClusterNamer implements MapNamer {
  readonly #options: ClusterNamerOptions;
  #terms: Promise<TermTable> | null = null;
  #kept: Promise<void> = Promise.resolve();

  constructor(options: ClusterNamerOptions) {
    this.#options = options;
  }

  begin(points: PointRows): void {
    const terms = this.#read(points);
    this.#terms = terms;
    this.#kept = terms.then(
      (table) => this.#keep(table, points),
      // Whoever wants names hears of it.
      () => {},
    );
  }

  async name(input: ClustersInput): Promise<NamedLevel[]> {
    if (this.#terms === null) throw new Error('Nothing was begun.');
    return nameClusters(input, await this.#terms);
  }

  kept(): Promise<void> {
    return this.#kept;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#kept;
  }

  async #read(points: PointRows): Promise<TermTable> {
    const { reader, termFile, fresh } = this.#options;
    const table = readTerms(reader, points, fresh ? null : ((await termFile?.read()) ?? null));
    // Texts are done with, and whoever compares vectors meanwhile needs the room.
    collectGarbage('major');
    return table;
  }

  async #keep(table: TermTable, points: PointRows): Promise<void> {
    const { termFile, onTermsLost } = this.#options;
    await termFile?.write(storedTerms(table, points)).catch((error: unknown) => onTermsLost?.(error));
  }
}
