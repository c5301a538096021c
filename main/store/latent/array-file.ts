import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
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
  const bytes = await readFile(path).catch(() => null);
  if (bytes === null || bytes.length < magic.length + 4 + hashBytes || !bytes.subarray(0, magic.length).equals(magic))
    return null;
  const content = bytes.subarray(0, -hashBytes);
  if (!createHash('sha256').update(content).digest().equals(bytes.subarray(-hashBytes))) return null;
  const headerEnd = 12 + content.readUInt32LE(8);
  const header = JSON.parse(content.subarray(12, headerEnd).toString('utf8')) as {
    value: unknown;
    arrays: { name: string; type: ArrayType; length: number }[];
  };
  const arrays: Record<string, StoredArray> = {};
  let offset = headerEnd;
  for (const { name, type, length } of header.arrays) {
    offset = aligned(offset);
    const size = length * arrayTypes[type].BYTES_PER_ELEMENT;
    // A copy of its own: it may be sent away, and the file's bytes need not begin where the array could.
    arrays[name] = new arrayTypes[type](new Uint8Array(content.subarray(offset, offset + size)).buffer);
    offset += size;
  }
  return { value: header.value, arrays };
}

function aligned(offset: number): number {
  return Math.ceil(offset / 8) * 8;
}
