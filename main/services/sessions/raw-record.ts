import type { RecordPlace } from '../../core/sessions/model.ts';
import { joinBytes } from '../../core/sessions/reading/line-splitter.ts';
import { Utf8Input } from '../../core/sessions/reading/utf8-input.ts';
import { packingOfFile, plainBytes, unpackedBytes } from './open-bytes.ts';

/** Longest record that is shown. Unit: bytes. */
const rawByteLimit = 2 * 1024 * 1024;

export interface RawRecord {
  /** Null where it cannot be had; `reason` says why. */
  text: string | null;
  reason: string | null;
  /** The record is longer than what is shown. */
  cut: boolean;
}

/** The record at a place of a transcript as it stands in its file, read anew. Records of whole documents and databases have no place of their own. */
export async function readRawRecord(path: string, place: Pick<RecordPlace, 'offset' | 'length'>): Promise<RawRecord> {
  if (place.length === 0)
    return { text: null, reason: 'This record is a part of one document or database; open the file itself.', cut: false };
  const wanted = Math.min(place.length, rawByteLimit);
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  try {
    const packing = await packingOfFile(path);
    if (packing !== 'plain' && packing !== 'gzip' && packing !== 'zstd')
      return { text: null, reason: 'The file is packed as a whole; unpack it to see its records.', cut: false };
    const input = new Utf8Input();
    const parts: Uint8Array[] = [];
    let kept = 0;
    let position = 0;
    for await (const chunk of packing === 'plain' ? plainBytes(path) : unpackedBytes(path, packing)) {
      const bytes = input.push(chunk);
      const from = Math.max(0, place.offset - position);
      if (from < bytes.length) {
        const piece = bytes.subarray(from, from + wanted - kept);
        parts.push(new Uint8Array(piece));
        kept += piece.length;
      }
      position += bytes.length;
      if (kept >= wanted) break;
    }
    if (kept < wanted) return { text: null, reason: 'The file is shorter than when it was read.', cut: false };
    return { text: decoder.decode(joinBytes(parts, kept)), reason: null, cut: place.length > wanted };
  } catch (error) {
    return {
      text: null,
      reason: `${path} cannot be read now (${(error as NodeJS.ErrnoException).code ?? String(error)}).`,
      cut: false,
    };
  }
}
