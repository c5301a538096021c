import { constants, createReadStream } from 'node:fs';
import type { Readable, Transform } from 'node:stream';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { open, type FileHandle } from 'node:fs/promises';
import { unpackedByteLimit } from './archive-budget.ts';
import { isTar } from './tar-entries.ts';

export type Packing = 'plain' | 'gzip' | 'zstd' | 'zip' | 'sqlite' | 'tar' | 'tar.gz';

/** Bytes that tell how a file is packed. */
const headBytes = 512;
/** Chunks in which files are read. Unit: bytes. */
const chunkBytes = 512 * 1024;

/** Opens a file to be read. A pipe that nobody writes to would hold up the thread that opens it for ever, and with it the end of the process. */
export function openToRead(path: string): Promise<FileHandle> {
  // Windows has neither such pipes among its files nor the flag.
  return open(path, constants.O_RDONLY | ((constants as { O_NONBLOCK?: number }).O_NONBLOCK ?? 0));
}

/** How a file is packed, by its first bytes; its name says nothing. */
function packingOf(head: Uint8Array): Packing {
  const [a, b, c, d] = head;
  if (a === 0x28 && b === 0xb5 && c === 0x2f && d === 0xfd) return 'zstd';
  if (a === 0x1f && b === 0x8b) return 'gzip';
  if (a === 0x50 && b === 0x4b && ((c === 3 && d === 4) || (c === 5 && d === 6))) return 'zip';
  return Buffer.from(head.subarray(0, 15)).toString('latin1') === 'SQLite format 3' ? 'sqlite' : 'plain';
}

export async function packingOfFile(path: string): Promise<Packing> {
  await using handle = await openToRead(path);
  const head = Buffer.alloc(headBytes);
  const { bytesRead } = await handle.read(head, 0, head.length, 0);
  const packing = packingOf(head.subarray(0, bytesRead));
  if (packing === 'plain' && isTar(head.subarray(0, bytesRead))) return 'tar';
  return packing === 'gzip' && isTar(await unpackedHead(path)) ? 'tar.gz' : packing;
}

/** The first bytes of what gzip packed; fewer where it is damaged. */
async function unpackedHead(path: string): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  try {
    for await (const chunk of unpackedBytes(path, 'gzip')) {
      parts.push(new Uint8Array(chunk.subarray(0, headBytes)));
      if (parts.reduce((sum, part) => sum + part.length, 0) >= headBytes) break;
    }
  } catch {
    // Whoever reads it tells of the damage.
  }
  return Buffer.concat(parts);
}

/**
 * The bytes of a file from `start` on, in chunks that are used again: each is valid until the next one is asked for. `onRead` hears of every piece that was
 * read.
 */
export async function* plainBytes(
  path: string,
  onRead: (bytes: number) => void = () => {},
  start = 0,
): AsyncGenerator<Uint8Array> {
  await using handle = await openToRead(path);
  const buffer = Buffer.allocUnsafeSlow(chunkBytes);
  for (let position = start; ;) {
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    onRead(bytesRead);
    yield buffer.subarray(0, bytesRead);
  }
}

/** The unpacked bytes of a packed file. What is cut off or damaged gives the bytes before the damage, and then throws. */
export async function* unpackedBytes(
  path: string,
  packing: 'gzip' | 'zstd',
  onRead: (bytes: number) => void = () => {},
): AsyncGenerator<Uint8Array> {
  const unpack: Transform = packing === 'gzip' ? createGunzip() : createZstdDecompress();
  const source = createReadStream(path, { highWaterMark: chunkBytes });
  source.on('data', (chunk) => onRead(chunk.length));
  source.on('error', (error) => unpack.destroy(error));
  source.pipe(unpack);
  let total = 0;
  try {
    for await (const chunk of unpack as Readable) {
      total += (chunk as Uint8Array).length;
      if (total > unpackedByteLimit) throw new Error('it unpacks to more than is read');
      yield chunk as Uint8Array;
    }
  } finally {
    source.destroy();
    unpack.destroy();
  }
}
