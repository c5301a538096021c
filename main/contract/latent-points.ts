import { z } from 'zod';

export * from './latent-chunk-ids.ts';

const typed = <Type>(name: string, matches: (value: unknown) => boolean): z.ZodType<Type> =>
  z.custom<Type>(matches, { message: `expected a ${name}` });
export const positions = typed<Float32Array>('Float32Array', (value) => value instanceof Float32Array);
const float64 = typed<Float64Array>('Float64Array', (value) => value instanceof Float64Array);
const bytes = typed<Uint8Array>('Uint8Array', (value) => value instanceof Uint8Array);
const unsigned16 = typed<Uint16Array>('Uint16Array', (value) => value instanceof Uint16Array);
export const unsigned32 = typed<Uint32Array>('Uint32Array', (value) => value instanceof Uint32Array);

/** How a map is made. Maps of other settings are kept beside it. */
export const latentSettingsSchema = z.strictObject({
  dimensions: z.union([z.literal(2), z.literal(3)]).default(3),
  neighbours: z.int().min(5).max(50).default(15).describe('15 keeps detail, 30 the broad view'),
  minimumDistance: z.number().min(0).max(0.99).default(0.1),
  seed: z.int().min(0).max(4_294_967_295).default(42),
});
export type LatentSettings = z.output<typeof latentSettingsSchema>;

/** Columns: entry i of each is about point i. Numbers into a dictionary index the list of that name. */
export const latentPointsSchema = z.object({
  layoutId: z.string(),
  count: z.int(),
  dimensions: z.int(),
  positions: positions
    .nullable()
    .describe('three numbers for each point, the third 0 on a flat map; null while there are none yet'),
  /** 32 bytes each; `chunkIdAt` reads one. */
  chunkIds: bytes,
  contentType: bytes.describe('index into contentTypes'),
  chunkType: bytes.describe('index into chunkTypes'),
  source: unsigned16,
  path: unsigned32,
  language: unsigned16,
  symbol: unsigned32.describe('entry 0 is the empty text: none'),
  version: unsigned32.describe('entry 0 is the empty text: none'),
  startLine: unsigned32,
  endLine: unsigned32,
  length: unsigned32.describe('of the text; unit: bytes'),
  indexedAt: float64.describe('milliseconds since 1970'),
  dictionaries: z.object({
    source: z.array(z.string()),
    path: z.array(z.string()),
    language: z.array(z.string()),
    symbol: z.array(z.string()),
    version: z.array(z.string()),
  }),
  /** How often answers to agents had it in the last 30 days; null while none are recorded. */
  hits: unsigned32.nullable(),
  /** What is known once the map is done. */
  reading: z
    .object({
      clusters: z.array(unsigned16).describe('one column per level, coarse to fine'),
      trust: positions.describe('share of its true neighbours that are neighbours on the map'),
      occurrences: unsigned32.describe('in how many lists of true neighbours it stands'),
      nearest: positions.describe('true distance of the nearest chunk'),
      drift: bytes.describe('0 as before, 1 added, 2 changed'),
      overlap: positions.describe('Jaccard of its true neighbours before and now; 1 where there is no before'),
    })
    .nullable(),
});
export type LatentPoints = z.output<typeof latentPointsSchema>;
export type LatentReading = NonNullable<LatentPoints['reading']>;
