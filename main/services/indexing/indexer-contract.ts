import { z } from 'zod';
import { hubContract } from '../../contract/hub-contract.ts';
import { call, stream } from '../../contract/procedure.ts';
import { jobSchema, sourceSpecificationSchema } from '../../contract/sources.ts';

const nothing = z.object({});
const name = z.string();

export const indexerStateSchema = z.object({
  /** failed: the store cannot be opened for another reason; tried again like a lock. */
  state: z.enum(['opening', 'ready', 'locked', 'failed']),
  message: z.string().nullable(),
  /** Where vectors are searched: a Chroma server that the indexer runs and has brought up to date, or each process by itself, as long as one is looked for too. */
  vectors: z.enum(['opening', 'chroma', 'own']),
});
export type IndexerState = z.output<typeof indexerStateSchema>;

const chromaAddressSchema = z.object({
  host: z.string(),
  port: z.int(),
  ssl: z.boolean(),
  headers: z.record(z.string(), z.string()),
  label: z.string(),
});

/** What the service asks of the thread that writes the index. Not for clients: both sides are always of one version. */
export const indexerContract = {
  'indexer.state': stream('latest', nothing, indexerStateSchema),
  /** Adds sources or changes their definition; nothing is read yet. */
  'indexer.put': call(z.object({ specifications: z.array(sourceSpecificationSchema) }), nothing),
  /** Brings sources up to date. Each value holds all that was reached so far; the last one has the outcome. */
  'indexer.run': stream(
    'latest',
    z.object({ names: z.array(name), force: z.boolean() }),
    z.object({
      progress: jobSchema.shape.progress,
      outcome: jobSchema.pick({ reports: true, embedded: true, pending: true }).nullable(),
    }),
  ),
  'indexer.remove': call(z.object({ name }), nothing),
  'indexer.doctor': hubContract['hub.doctor'],
  'indexer.preview': hubContract['sources.preview'],
  /** Address of the Chroma server. `failed` is one that gave no answer: the server is looked at, and started again where need be. */
  'indexer.chroma': call(
    z.object({ failed: chromaAddressSchema.nullable(), hung: z.boolean() }),
    z.object({ address: chromaAddressSchema }),
  ),
  /** Ends all threads and gives the data directory free. */
  'indexer.close': call(nothing, nothing),
} as const;

export type IndexerContract = typeof indexerContract;
