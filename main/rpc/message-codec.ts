import { HubError } from '../contract/errors.ts';
import { MalformedMessage } from './channel.ts';
import { maximumMessageBytes } from './limits.ts';

/**
 * Messages as a socket carries them. Without typed arrays: one JSON text. With them: bytes in two parts, a header and what it
 * describes, so that numbers by the ten thousand are not spelled out:
 *
 *   u32, little endian: length of the header in bytes
 *   header, UTF-8 JSON: { message, parts: [{ path, type, length }] }   `path` leads to a null in `message`, `length` counts elements
 *   each part's bytes, beginning at a multiple of 8 from the start; little endian, as every machine we run on keeps them
 */
const partTypes = {
  Uint8Array,
  Int8Array,
  Uint16Array,
  Int16Array,
  Uint32Array,
  Int32Array,
  Float32Array,
  Float64Array,
} as const;
type PartType = keyof typeof partTypes;
type Part = InstanceType<(typeof partTypes)[PartType]>;

type Path = (string | number)[];
interface FoundPart {
  path: Path;
  type: PartType;
  array: Part;
}

/** Throws a `HubError` for what is no data or too much of it. */
export function encodeMessage(message: unknown): string | Uint8Array<ArrayBuffer> {
  const found: FoundPart[] = [];
  let encoded: string | Uint8Array<ArrayBuffer>;
  try {
    findParts(message, [], found);
    encoded = found.length === 0 ? JSON.stringify(message) : withParts(withoutParts(message), found);
  } catch (thrown) {
    if (thrown instanceof HubError) throw thrown;
    throw new HubError('internal', `A message cannot be sent: ${thrown instanceof Error ? thrown.message : 'it is no data'}`);
  }
  // Characters are at least a byte each; the exact count of a text is taken only where it can matter.
  const atLeast = encoded.length;
  const bytes =
    typeof encoded !== 'string' || atLeast * 3 <= maximumMessageBytes ? atLeast : new TextEncoder().encode(encoded).length;
  if (bytes > maximumMessageBytes) throw tooLarge(bytes);
  return encoded;
}

/** Never throws: what it cannot read comes back as malformed. */
export function decodeMessage(data: string | Uint8Array): unknown {
  try {
    return typeof data === 'string' ? (JSON.parse(data) as unknown) : fromParts(data);
  } catch (thrown) {
    return new MalformedMessage(thrown instanceof Error ? thrown.message.slice(0, 200) : 'it cannot be read');
  }
}

/** Notes each typed array below `value` with the way to it. `path` is one array, changed on the way down and up again. */
function findParts(value: unknown, path: Path, found: FoundPart[]): void {
  if (typeof value === 'function' || typeof value === 'symbol' || typeof value === 'bigint')
    throw new Error(`a ${typeof value} at ${path.join('.')} is no data`);
  if (typeof value !== 'object' || value === null) return;
  if (ArrayBuffer.isView(value)) {
    const type = (Object.keys(partTypes) as PartType[]).find((name) => value instanceof partTypes[name]);
    if (type === undefined) throw new Error(`an array of that kind at ${path.join('.')} cannot be carried`);
    found.push({ path: [...path], type, array: value as Part });
    return;
  }
  for (const key of Object.keys(value)) {
    path.push(Array.isArray(value) ? Number(key) : key);
    findParts((value as Record<string, unknown>)[key], path, found);
    path.pop();
  }
}

/** A copy with null in the place of every typed array. */
function withoutParts(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (ArrayBuffer.isView(value)) return null;
  if (Array.isArray(value)) return value.map(withoutParts);
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, withoutParts(entry)]));
}

function withParts(message: unknown, found: FoundPart[]): Uint8Array<ArrayBuffer> {
  const parts = found.map(({ path, type, array }) => ({ path, type, length: array.length }));
  const header = new TextEncoder().encode(JSON.stringify({ message, parts }));
  let size = 4 + header.length;
  for (const { array } of found) size = aligned(size) + array.byteLength;
  if (size > maximumMessageBytes) throw tooLarge(size);
  const bytes = new Uint8Array(size);
  new DataView(bytes.buffer).setUint32(0, header.length, true);
  bytes.set(header, 4);
  let offset = 4 + header.length;
  for (const { array } of found) {
    offset = aligned(offset);
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), offset);
    offset += array.byteLength;
  }
  return bytes;
}

function fromParts(bytes: Uint8Array): unknown {
  if (bytes.length < 4) throw new Error('it is shorter than its header');
  const headerBytes = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0, true);
  if (headerBytes > bytes.length - 4) throw new Error('it is shorter than its header');
  const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(4, 4 + headerBytes));
  const header = JSON.parse(text) as { message?: unknown; parts?: unknown } | null;
  if (header === null || !Array.isArray(header.parts)) throw new Error('its header names no parts');
  let offset = 4 + headerBytes;
  for (const part of header.parts as unknown[]) {
    const { path, type, length } = readPart(part);
    offset = aligned(offset);
    const size = length * partTypes[type].BYTES_PER_ELEMENT;
    if (size > bytes.length - offset) throw new Error('a part is shorter than its header says');
    // A copy, since the socket's own bytes need not begin at a multiple of what the array holds; and no `slice`, which in a Buffer copies nothing.
    place(header, ['message', ...path], new partTypes[type](new Uint8Array(bytes.subarray(offset, offset + size)).buffer));
    offset += size;
  }
  if (offset !== bytes.length) throw new Error('there are bytes behind its last part');
  return header.message;
}

function readPart(part: unknown): { path: Path; type: PartType; length: number } {
  const { path, type, length } = (part ?? {}) as { path?: unknown; type?: unknown; length?: unknown };
  if (!Array.isArray(path) || !path.every((step) => typeof step === 'string' || typeof step === 'number'))
    throw new Error('a part has no path');
  if (typeof type !== 'string' || !Object.hasOwn(partTypes, type)) throw new Error('a part is of no known type');
  if (!Number.isSafeInteger(length) || (length as number) < 0) throw new Error('a part has no length');
  return { path, type: type as PartType, length: length as number };
}

/** Follows own properties only, so that no path leads into a prototype. */
function place(root: unknown, path: Path, array: Part): void {
  let holder = root;
  for (const step of path.slice(0, -1)) holder = property(holder, step);
  const last = path.at(-1)!;
  if (property(holder, last) !== null) throw new Error('a part has no place in the message');
  (holder as Record<string | number, unknown>)[last] = array;
}

function property(holder: unknown, step: string | number): unknown {
  if (typeof holder !== 'object' || holder === null || !Object.hasOwn(holder, step))
    throw new Error('a part has no place in the message');
  return (holder as Record<string | number, unknown>)[step];
}

function aligned(offset: number): number {
  return Math.ceil(offset / 8) * 8;
}

function tooLarge(bytes: number): HubError {
  return new HubError(
    'usage',
    `A message of ${Math.ceil(bytes / 1024 / 1024)} MB is too large to send; the limit is ${maximumMessageBytes / 1024 / 1024} MB.`,
  );
}
