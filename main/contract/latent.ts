import { z } from 'zod';
import { call, stream } from './procedure.ts';
import { latentPointsSchema, latentSettingsSchema, positions, unsigned32 } from './latent-points.ts';
import { searchHitSchema, searchScopeSchema } from './search.ts';
import { contentTypes } from './vocabulary.ts';

const chunkId = z.string().min(8).max(64);
const ofSettings = z.strictObject({ settings: latentSettingsSchema.prefault({}) });
/** What every question about a map says: which map. Threshold and limits are the question's own. */
const ofMap = ofSettings.extend({
  layoutId: z
    .string()
    .max(64)
    .optional()
    .describe(
      'the map that is shown: points are numbers in it. When another one has taken its place, the answer is `not-found` and `details.layoutId` names that',
    ),
});
/** How far apart near-duplicates may be; 0 asks for chunks that are the same. Unit: cosine distance. */
const duplicateDistance = z.number().min(0).max(0.5).default(0.03);
const limit = z.int().min(1).max(10_000).default(200);

export const latentPhases = ['load', 'neighbours', 'start', 'graph', 'optimise', 'read'] as const;
/** load: vectors; start: principal components or the previous map; read: clusters, names, trust, what a later look needs. */
export type LatentPhase = (typeof latentPhases)[number];

const latentProgressSchema = z.object({
  phase: z.enum(latentPhases),
  /** Units done of this phase, 0 where they are not counted. */
  done: z.int(),
  total: z.int(),
});

export const latentStatusSchema = z.object({
  state: z
    .enum(['empty', 'none', 'current', 'outdated'])
    .describe('empty: no chunk has a vector; none: no map yet; outdated: the index, the model or the rules have changed since'),
  message: z.string().describe('what that means and what to do'),
  layoutId: z.string().nullable().describe('of the map that is stored, whether current or not'),
  points: z.int().describe('of the stored map'),
  vectors: z.int().describe('chunks of the index that have a vector now'),
  madeAt: z.string().nullable(),
  running: latentProgressSchema.nullable().describe('a map that is being made now'),
});
export type LatentStatus = z.output<typeof latentStatusSchema>;

export const latentFiguresSchema = z.object({
  points: z.int(),
  clusters: z.array(z.int()).describe('number of clusters, coarse to fine'),
  method: z
    .enum(['exact', 'clustered', 'kept'])
    .describe('how the neighbours were found; kept: from the map before, with what changed'),
  engine: z.enum(['onnx', 'wasm']),
  start: z.enum(['components', 'previous']),
  landmarks: z
    .int()
    .describe('points that were laid out themselves; the others stand among theirs. Equals `points` up to 100,000'),
  seconds: z.object({
    load: z.number(),
    knn: z.number(),
    graph: z.number(),
    optimise: z.number(),
    read: z.number(),
    firstPaint: z.number(),
    total: z.number(),
  }),
  meanTrust: z.number().describe('share of true neighbours that are neighbours on the map, mean over all points'),
});
export type LatentFigures = z.output<typeof latentFiguresSchema>;

/** Each value holds everything reached so far, so that one that is skipped is no loss. */
export const latentProgressOfLayoutSchema = z.object({
  state: z.enum(['working', 'done']),
  layoutId: z.string().nullable().describe('null until the vectors are loaded; from then on `latent.points` answers for it'),
  progress: latentProgressSchema,
  positions: positions
    .nullable()
    .describe('three numbers for each point, the third 0 on a flat map; null until there is something to paint'),
  figures: latentFiguresSchema.nullable().describe('when done'),
});
export type LatentLayout = z.output<typeof latentProgressOfLayoutSchema>;

export const latentLabelSchema = z.object({
  cluster: z.int().describe('as in `clusters` of the points of this level'),
  identity: z.int().describe('stays with a cluster when the map is made anew; colours go by it'),
  name: z.string(),
  kind: z.enum(['path', 'symbol', 'terms']).describe('what the name was taken from'),
  terms: z.array(z.string()).describe('words that tell this cluster from the others, the most telling first'),
  points: z.int(),
  centre: z.array(z.number()).describe('a point of the map, in the middle of the cluster'),
  byType: z.record(z.enum(contentTypes), z.int()),
  medoids: z.array(z.int()).describe('points that stand for the cluster'),
});
export type LatentLabel = z.output<typeof latentLabelSchema>;

/** A chunk with its place on the map; null for one that the map does not have. */
const pointOfMap = z.object({ chunkId: z.string(), point: z.int().nullable() });

export const latentNeighboursSchema = z.object({
  reason: z.string().nullable().describe('why there are none'),
  trust: z.number().nullable().describe('share of the true neighbours that are also neighbours on the map'),
  hits: z.array(
    searchHitSchema.extend({
      point: z.int().nullable(),
      distance: z.number().describe('true cosine distance, 0 to 2'),
      mapDistance: z.number().nullable().describe('how far the map shows it; no measure of likeness'),
    }),
  ),
});

export const trailHitSchema = pointOfMap.extend({
  hit: searchHitSchema,
  rank: z.int().min(1),
  channel: z.enum(['vector', 'keyword', 'both', 'symbol']),
  vectorRank: z.int().nullable(),
  keywordRank: z.int().nullable(),
  distance: z.number().nullable().describe('true cosine distance to the query'),
});
export const removedHitSchema = pointOfMap.extend({
  hit: searchHitSchema,
  by: z.enum(['filter', 'ranking']).describe('a filter left it out, or it was high in a list and ranking put it below the limit'),
  vectorRank: z.int().nullable(),
  keywordRank: z.int().nullable(),
  rank: z.int().nullable().describe('where ranking put it; null when a filter left it out'),
});
export const trailSchema = z.object({
  scope: searchScopeSchema,
  mode: z.string(),
  fallback: z.string().nullable(),
  total: z.int(),
  place: z.array(z.number()).nullable().describe('weighted middle of the hits that the map has; where the query lands'),
  meanDistance: z.number().nullable().describe('mean true distance of the hits to the query'),
  hits: z.array(trailHitSchema),
  removed: z.array(removedHitSchema),
  reason: z.string().nullable().optional().describe('why nothing was found, with what to do next; null where something was'),
});
export type Trail = z.output<typeof trailSchema>;

export const failedQuerySchema = z.object({
  query: z.string(),
  at: z.string(),
  origin: z.enum(['history', 'mark', 'mcp', 'session']),
  why: z.string(),
  place: z.array(z.number()).nullable(),
  meanDistance: z.number().nullable(),
});

export const coverageSchema = z.object({
  clusters: z.array(
    z.object({
      cluster: z.int(),
      name: z.string(),
      points: z.int(),
      byType: z.record(z.enum(contentTypes), z.int()),
      gap: z
        .enum(['undocumented', 'no-example', 'none'])
        .describe('undocumented: source and no doc; no-example: docs and no example'),
    }),
  ),
  undocumented: unsigned32.describe(
    'points of source without a document among their neighbours, those in most lists of neighbours first',
  ),
  withoutExample: unsigned32.describe('points of documents without example code among their neighbours'),
});

export const duplicatesSchema = z.object({
  threshold: z.number(),
  groups: z
    .array(
      z.object({
        points: z.array(z.int()),
        keep: z.int().describe('the point to keep: the one most alike to all others of the group'),
        greatestDistance: z.number().describe('greatest true distance that links the group'),
        sources: z.int(),
      }),
    )
    .describe('largest first'),
  total: z.int().describe('groups in all'),
  chunks: z.int().describe('chunks in all groups'),
});

export const hubsSchema = z.object({
  hubs: z.array(z.object({ point: z.int(), occurrences: z.int() })).describe('in how many lists of neighbours; most first'),
  neverFound: unsigned32.describe('points that are nobody’s neighbour: hard to find by meaning'),
  neverReturned: unsigned32
    .nullable()
    .describe('points that no answer to an agent had in the last 30 days; null while none are recorded'),
  isolated: unsigned32.describe('points without any chunk nearer than the usual'),
  gini: z.number().describe('how unevenly lists are filled: 0 all alike, 1 one chunk in all'),
});

const driftEntry = z.object({ chunkId: z.string(), source: z.string(), path: z.string(), symbol: z.string().nullable() });
export const driftSchema = z.object({
  since: z.string().nullable().describe('when the map before was made; null when there was none'),
  added: z.int(),
  removed: z.int(),
  changed: z.int(),
  meanOverlap: z.number().nullable().describe('Jaccard of the true neighbours before and now, mean over chunks that stayed'),
  medianMove: z.number().nullable().describe('of chunks that stayed, as a share of the map’s width; noise of the layout, mostly'),
  addedPoints: unsigned32,
  changedPoints: unsigned32,
  removedChunks: z.array(driftEntry),
  most: z.array(z.object({ point: z.int(), overlap: z.number() })).describe('chunks whose neighbourhood changed most'),
});

export const latentExports = [
  'selection',
  'undocumented',
  'without-example',
  'duplicates',
  'hubs',
  'never-found',
  'never-returned',
  'isolated',
  'added',
  'changed',
] as const;

/** The map of everything indexed. Distances on it are never likeness; what says `distance` is true cosine distance. */
export const latentProcedures = {
  'latent.status': call(ofSettings, latentStatusSchema),
  /**
   * The map, made where it is missing or outdated. Leaving ends the work when nobody else follows it. `make`: stored takes what is there,
   * even outdated; fresh starts from nothing.
   */
  'latent.layout': stream(
    'latest',
    ofSettings.extend({ make: z.enum(['stored', 'current', 'fresh']).default('current') }),
    latentProgressOfLayoutSchema,
  ),
  /** What is known of each point, in the order of the positions: by chunk id, so that any prefix is a fair sample. */
  'latent.points': call(ofMap, latentPointsSchema),
  /** Three levels, coarse to fine. */
  'latent.labels': call(ofMap, z.object({ levels: z.array(z.array(latentLabelSchema)) })),
  /** By points or by chunks: what a card and a list show. Unknown ones are left out. */
  'latent.describe': call(
    ofMap.extend({ points: z.array(z.int().min(0)).max(500).default([]), chunkIds: z.array(chunkId).max(500).default([]) }),
    z.object({ hits: z.array(searchHitSchema.extend({ point: z.int().nullable() })) }),
  ),
  'latent.neighbours': call(ofMap.extend({ chunkId, limit: z.int().min(1).max(50).default(15) }), latentNeighboursSchema),
  /** One query, under one or two settings side by side. */
  'latent.trail': call(
    ofMap.extend({
      query: z.string().max(20_000),
      scopes: z.array(searchScopeSchema).min(1).max(2),
      limit: z.int().min(1).max(100).default(10),
    }),
    z.object({ trails: z.array(trailSchema) }),
  ),
  /** Queries that found nothing or not what was wanted, with where they land. */
  'latent.failedQueries': call(
    ofMap.extend({ limit: z.int().min(1).max(200).default(50) }),
    z.object({ queries: z.array(failedQuerySchema) }),
  ),
  'latent.coverage': call(ofMap.extend({ level: z.int().min(0).max(2).default(1) }), coverageSchema),
  'latent.duplicates': call(ofMap.extend({ threshold: duplicateDistance, limit }), duplicatesSchema),
  'latent.hubs': call(ofMap.extend({ limit }), hubsSchema),
  /** What changed between this map and the one before. */
  'latent.drift': call(ofMap.extend({ limit }), driftSchema),
  'latent.export': call(
    ofMap.extend({
      list: z.enum(latentExports),
      points: z.array(z.int().min(0)).max(100_000).default([]).describe('of a selection'),
      threshold: duplicateDistance.describe('of duplicates'),
      format: z.enum(['ids', 'csv', 'json']),
    }),
    z.object({ fileName: z.string(), text: z.string(), rows: z.int() }),
  ),
};
