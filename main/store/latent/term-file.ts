import { join } from 'node:path';
import { chunkIdBytes } from '../../contract/latent-chunk-ids.ts';
import { readArrayFile, writeArrayFile } from './array-file.ts';
import { latentFolder } from './map-files.ts';

/** Raised whenever the same texts give other terms, or the file has another form. */
const termFormat = 1;
const fileName = 'terms.cache';

/** The terms of all chunks of the last map that was made. */
export interface StoredTerms {
  /** How each term is spelt, by its number. */
  terms: string[];
  /** 32 bytes each, ascending. */
  chunkIds: Uint8Array;
  /** See `LatentMap`: a chunk with another vector has another text. */
  vectorKeys: Uint32Array;
  /** Terms of chunk i stand in `numbers` from `starts[i]` to before `starts[i + 1]`. */
  starts: Uint32Array;
  numbers: Uint32Array;
}

/** Beside the maps of a data directory: what saves reading all texts again when a few have changed. It can be deleted at any time. */
export class TermFile {
  readonly #path: string;

  constructor(dataDirectory: string) {
    this.#path = join(dataDirectory, latentFolder, fileName);
  }

  /** Null when there is none, or it is damaged or of another version. */
  async read(): Promise<StoredTerms | null> {
    const file = await readArrayFile(this.#path);
    if (file === null) return null;
    const { format, terms } = file.value as { format: number; terms: string[] };
    const { chunkIds, vectorKeys, starts, numbers } = file.arrays as Record<string, Uint32Array> & { chunkIds: Uint8Array };
    if (format !== termFormat || starts?.length !== chunkIds.length / chunkIdBytes + 1) return null;
    return { terms, chunkIds, vectorKeys: vectorKeys!, starts, numbers: numbers! };
  }

  async write({ terms, ...arrays }: StoredTerms): Promise<void> {
    await writeArrayFile(this.#path, { value: { format: termFormat, terms }, arrays });
  }
}
