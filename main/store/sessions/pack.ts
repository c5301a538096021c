import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** Longest that a packed value may become: a hostile file must not fill the memory. Unit: bytes. */
const longestUnpacked = 512 * 1024 * 1024;

/** Plain data as packed JSON. */
export function pack(value: unknown): Buffer {
  return packText(JSON.stringify(value));
}

/** JSON packed. */
export function packText(json: string): Buffer {
  return deflateRawSync(json, { level: 3 });
}

/** The inverse of `pack`. */
export function unpack(data: Buffer): unknown {
  return JSON.parse(inflateRawSync(data, { maxOutputLength: longestUnpacked }).toString('utf8'));
}
