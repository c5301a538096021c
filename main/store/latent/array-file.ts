import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * One JSON value and named typed arrays in a file:
 *
 *   8 bytes  "CHARRAYS"
 *   u32      length of the header in bytes, little endian
 *   header   UTF-8 JSON: { value, arrays: [{ name, type, length }] }   `length` counts elements
 *   arrays   each from a multiple of 8 on, little endian
 *   32 bytes SHA-256 of all that stands before
 *
 * Written beside its place and moved there, so that it is whole or not there; the hash finds what a disk has done to it.
 */
const magic = Buffer.from('CHARRAYS');
const hashBytes = 32;
/** How the name of a file ends while it is being written. */
export const halfWritten = '.new';
const arrayTypes = { Uint8Array, Uint16Array, Uint32Array, Int32Array, Float32Array, Float64Array } as const;
type ArrayType = keyof typeof arrayTypes;
export type StoredArray = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float32Array | Float64Array;

export interface ArrayFile {
  value: unknown;
  arrays: Record<string, StoredArray>;
}

export async function writeArrayFile(path: string, { value, arrays }: ArrayFile): Promise<void> {
  const described = Object.entries(arrays).map(([name, array]) => ({ name, type: array.constructor.name, length: array.length }));
  const header = Buffer.from(JSON.stringify({ value, arrays: described }));
  const start = Buffer.alloc(12);
  magic.copy(start);
  start.writeUInt32LE(header.length, 8);
  const parts: Uint8Array[] = [start, header];
  let offset = start.length + header.length;
  for (const array of Object.values(arrays)) {
    parts.push(new Uint8Array(aligned(offset) - offset), new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
    offset = aligned(offset) + array.byteLength;
  }
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  parts.push(hash.digest());
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = `${path}.${randomUUID()}${halfWritten}`;
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      // One call to write may write a part and say so, as where the disk is getting full; this goes on until all of it is there, or throws.
      for (const part of parts) await file.writeFile(part);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Null for a file that is not there, or whose bytes are not what was written. */
export async function readArrayFile(path: string): Promise<ArrayFile | null> {
  const file = await open(path).catch(() => null);
  if (file === null) return null;
  try {
    return await readArrays(file);
  } catch {
    // What a header that was damaged says is anything, and so is what comes of it.
    return null;
  } finally {
    await file.close();
  }
}

/** Piece by piece into the arrays themselves: the whole of it is never held twice. */
async function readArrays(file: FileHandle): Promise<ArrayFile | null> {
  const { size } = await file.stat();
  const hash = createHash('sha256');
  let offset = 0;
  /** Fills the bytes from where reading stands. Throws where the file ends before. */
  const fill = async <Bytes extends Uint8Array>(bytes: Bytes): Promise<Bytes> => {
    for (let at = 0; at < bytes.length;) {
      const { bytesRead } = await file.read(bytes, at, bytes.length - at, offset + at);
      if (bytesRead === 0) throw new RangeError('The file ends too early.');
      at += bytesRead;
    }
    offset += bytes.length;
    return bytes;
  };
  const next = async (length: number): Promise<Buffer> => {
    if (length > size - offset) throw new RangeError('The file ends too early.');
    const bytes = await fill(Buffer.alloc(length));
    hash.update(bytes);
    return bytes;
  };
  const start = await next(12);
  if (!start.subarray(0, magic.length).equals(magic)) return null;
  const header = JSON.parse((await next(start.readUInt32LE(8))).toString('utf8')) as {
    value: unknown;
    arrays: { name: string; type: ArrayType; length: number }[];
  };
  const arrays: Record<string, StoredArray> = {};
  for (const { name, type, length } of header.arrays) {
    await next(aligned(offset) - offset);
    if (length * arrayTypes[type].BYTES_PER_ELEMENT > size - offset) return null;
    // Of its own: it may be sent away.
    const array = new arrayTypes[type](length);
    hash.update(await fill(new Uint8Array(array.buffer)));
    arrays[name] = array;
  }
  const told = await fill(Buffer.alloc(hashBytes));
  return offset === size && hash.digest().equals(told) ? { value: header.value, arrays } : null;
}

function aligned(offset: number): number {
  return Math.ceil(offset / 8) * 8;
}
