import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { EmbeddingSpace } from '../../core/vectors.ts';
import { describingFiles, modelName, tryaiiExport, weightsFile, xenovaExport } from './model-files.ts';

const knownExports = new Set([xenovaExport.sha256, tryaiiExport.sha256]);

/** Each piece waits for its turn among all else that a starting service does, so there are few of them. Unit: bytes. */
const pieceBytes = 1024 * 1024;

/** SHA-256 of a file as hex. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark: pieceBytes }), hash);
  return hash.digest('hex');
}

/** By path: the hash of the weights as they were then. A process asks for those of one model again and again. */
const hashed = new Map<string, { version: string; hash: Promise<string> }>();

/** `hashFile`, once for as long as the file on the disk stays the same one. */
async function hashWeights(path: string): Promise<string> {
  const { dev, ino, size, mtimeNs } = await stat(path, { bigint: true });
  const version = `${dev} ${ino} ${size} ${mtimeNs}`;
  const known = hashed.get(path);
  if (known?.version === version) return known.hash;
  const hash = hashFile(path);
  hashed.set(path, { version, hash });
  // What failed is tried again by the next who asks.
  hash.catch(() => hashed.delete(path));
  return hash;
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}

/** Names of the files that a folder lacks to be a model; all of them where there is no such folder. */
export async function missingFiles(folder: string): Promise<string[]> {
  const names = [...describingFiles, weightsFile];
  const present = await Promise.all(names.map((name) => isFile(join(folder, name))));
  return names.filter((_, index) => !present[index]);
}

/**
 * Embedding space of a complete model folder; throws an Error with the reason when it is none. The weights' checksum tells exports
 * apart; one that is not known is a model of the user's own and is called by its folder's name.
 */
export async function inspectModel(folder: string): Promise<EmbeddingSpace> {
  const missing = await missingFiles(folder);
  if (missing.length > 0) throw new Error(`no ${missing.join(', ')}`);
  let config: { hidden_size?: unknown; model_type?: unknown };
  try {
    config = (JSON.parse(await readFile(join(folder, 'config.json'), 'utf8')) as typeof config | null) ?? {};
  } catch (error) {
    throw new Error(`config.json cannot be read: ${(error as Error).message}`, { cause: error });
  }
  const dimension = config.hidden_size;
  if (typeof dimension !== 'number' || !Number.isInteger(dimension) || dimension < 1 || dimension > 65_536) {
    throw new Error('config.json has no usable hidden_size');
  }
  const sha256 = await hashWeights(join(folder, weightsFile));
  const model = knownExports.has(sha256) ? modelName : nameOf(folder);
  return { model, checksum: sha256.slice(0, 12), dimension, pooling: 'mean' };
}

/** A folder's name as part of a collection's name: letters, digits, dots and dashes, not too long. */
function nameOf(folder: string): string {
  const name = basename(folder)
    .replace(/[^A-Za-z0-9.-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+|[^A-Za-z0-9]+$/g, '')
    .slice(0, 60);
  return name === '' ? 'model' : name;
}
