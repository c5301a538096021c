import { UMAP, type UMAPParameters } from 'umap-js';
import { seededRandom } from '../seeded-random.ts';
import { coefficientTable, type CoefficientTable } from './coefficient-table.ts';
import type { WeightedGraph } from './fuzzy-graph.ts';

/** No gradient moves a point further in one step, before the learning rate. */
const clip = 4;

/** What umap-js keeps to itself and this subclass replaces or reads. */
interface UmapInside {
  graph: { nRows: number; nCols: number };
  knnIndices: unknown;
  random: () => number;
  negativeSampleRate: number;
  learningRate: number;
  repulsionStrength: number;
  embedding: unknown;
  optimizationState: { a: number; b: number; nEpochs: number; currentEpoch: number; alpha: number; [name: string]: unknown };
  initializeFit(points: { length: number }): number;
  step(): number;
  getNEpochs(): number;
}
const Umap = UMAP as unknown as new (parameters: UMAPParameters) => UmapInside;

export interface OptimiserOptions {
  graph: WeightedGraph;
  /** Three numbers per point; moved in place. */
  places: Float32Array;
  dimensions: 2 | 3;
  /** As umap-js counts them, with the point itself. */
  neighbours: number;
  minimumDistance: number;
  seed: number;
  /** Left out: umap-js's own number for so many points, and its learning rate of 1. */
  epochs?: number | undefined;
  learningRate?: number | undefined;
}

/**
 * umap-js with its graph and its step on flat typed arrays. Parameters, the fit of a and b, how often an edge is drawn, the fading learning rate
 * and the loop are umap-js's own; its random start and its search structures are not made.
 */
export class MapOptimiser extends Umap {
  readonly #fuzzy: WeightedGraph;
  readonly #places: Float32Array;
  /** 1 where points may move along the third axis. */
  readonly #depth: number;
  #heads: Int32Array = new Int32Array();
  #tails: Int32Array = new Int32Array();
  #every: Float32Array = new Float32Array();
  #nextSample: Float32Array = new Float32Array();
  #nextNegative: Float32Array = new Float32Array();
  #attract: CoefficientTable | null = null;
  #repel: CoefficientTable | null = null;
  #strongest = 0;

  constructor({ graph, places, dimensions, neighbours, minimumDistance, seed, epochs, learningRate }: OptimiserOptions) {
    super({
      nComponents: dimensions,
      nNeighbors: Math.min(neighbours, graph.rows - 1),
      minDist: minimumDistance,
      random: seededRandom(seed),
      ...(epochs === undefined ? {} : { nEpochs: epochs }),
      ...(learningRate === undefined ? {} : { learningRate }),
    });
    this.#fuzzy = graph;
    this.#places = places;
    this.#depth = dimensions === 3 ? 1 : 0;
  }

  /** Prepares; returns the number of epochs that `step` is to be called for. */
  begin(): number {
    // Set, so that umap-js does not look for neighbours itself.
    this.knnIndices = [];
    return this.initializeFit({ length: this.#fuzzy.rows });
  }

  /** In the place of umap-js's sparse matrix: its size alone. */
  fuzzySimplicialSet(): UmapInside['graph'] {
    return { nRows: this.#fuzzy.rows, nCols: this.#fuzzy.rows };
  }

  makeSearchFns(): void {}

  makeSearchGraph(): null {
    return null;
  }

  /** Edges that are drawn at least once; stronger ones more often. */
  initializeSimplicialSetEmbedding(): { head: never[]; tail: never[]; epochsPerSample: never[] } {
    const { rows, starts, columns, weights } = this.#fuzzy;
    const epochs = this.getNEpochs();
    this.#strongest = weights.reduce((most, weight) => Math.max(most, weight), 0);
    const least = this.#strongest / epochs;
    const count = weights.reduce((sum, weight) => sum + (weight > 0 && weight >= least ? 1 : 0), 0);
    this.#heads = new Int32Array(count);
    this.#tails = new Int32Array(count);
    this.#every = new Float32Array(count);
    let edge = 0;
    for (let row = 0; row < rows; row += 1)
      for (let at = starts[row]!; at < starts[row + 1]!; at += 1) {
        const weight = weights[at]!;
        if (weight <= 0 || weight < least) continue;
        this.#heads[edge] = row;
        this.#tails[edge] = columns[at]!;
        this.#every[edge] = this.#strongest / weight;
        edge += 1;
      }
    this.embedding = [this.#places];
    return { head: [], tail: [], epochsPerSample: [] };
  }

  prepareForOptimizationLoop(): void {
    const { a, b } = this.optimizationState;
    const gamma = this.repulsionStrength;
    this.#nextSample = this.#every.slice();
    this.#nextNegative = this.#every.map((every) => every / this.negativeSampleRate);
    this.#attract = coefficientTable((squared) => (-2 * a * b * squared ** (b - 1)) / (a * squared ** b + 1));
    this.#repel = coefficientTable((squared) => (2 * gamma * b) / ((0.001 + squared) * (a * squared ** b + 1)));
    Object.assign(this.optimizationState, { initialAlpha: this.learningRate, alpha: this.learningRate, gamma, moveOther: true });
  }

  /** One epoch, as umap-js's own. */
  optimizeLayoutStep(epoch: number): unknown {
    this.#epoch(epoch, this.optimizationState.alpha);
    this.optimizationState.alpha = this.learningRate * (1 - epoch / this.optimizationState.nEpochs);
    this.optimizationState.currentEpoch += 1;
    return this.embedding;
  }

  #epoch(epoch: number, alpha: number): void {
    const heads = this.#heads;
    const tails = this.#tails;
    const every = this.#every;
    const nextSample = this.#nextSample;
    const nextNegative = this.#nextNegative;
    const places = this.#places;
    const { random } = this;
    const rate = this.negativeSampleRate;
    const points = this.#fuzzy.rows;
    const depth = this.#depth;
    const attract = this.#attract!.values;
    const repel = this.#repel!.values;
    const { base, shift } = this.#attract!;
    const last = attract.length - 1;
    const float = new Float32Array(1);
    const bits = new Int32Array(float.buffer);
    for (let edge = 0; edge < heads.length; edge += 1) {
      if (nextSample[edge]! > epoch) continue;
      const head = heads[edge]! * 3;
      const tail = tails[edge]! * 3;
      let x = places[head]!;
      let y = places[head + 1]!;
      let z = places[head + 2]!;
      let dx = x - places[tail]!;
      let dy = y - places[tail + 1]!;
      let dz = z - places[tail + 2]!;
      let squared = dx * dx + dy * dy + dz * dz;
      if (squared > 0) {
        float[0] = squared;
        let entry = (bits[0]! >> shift) - base;
        entry = entry < 0 ? 0 : entry > last ? last : entry;
        const pull = attract[entry]!;
        const moveX = clipped(pull * dx) * alpha;
        const moveY = clipped(pull * dy) * alpha;
        const moveZ = clipped(pull * dz) * alpha;
        x += moveX;
        y += moveY;
        z += moveZ;
        places[tail] = places[tail]! - moveX;
        places[tail + 1] = places[tail + 1]! - moveY;
        places[tail + 2] = places[tail + 2]! - moveZ;
      }
      nextSample[edge]! += every[edge]!;
      const everyNegative = every[edge]! / rate;
      const negatives = Math.floor((epoch - nextNegative[edge]!) / everyNegative);
      for (let draw = 0; draw < negatives; draw += 1) {
        const other = Math.floor(random() * points) * 3;
        dx = x - places[other]!;
        dy = y - places[other + 1]!;
        dz = z - places[other + 2]!;
        squared = dx * dx + dy * dy + dz * dz;
        if (squared > 0) {
          float[0] = squared;
          let entry = (bits[0]! >> shift) - base;
          entry = entry < 0 ? 0 : entry > last ? last : entry;
          const push = repel[entry]!;
          x += clipped(push * dx) * alpha;
          y += clipped(push * dy) * alpha;
          z += clipped(push * dz) * alpha;
        } else if (other !== head) {
          x += clip * alpha;
          y += clip * alpha;
          z += clip * alpha * depth;
        }
      }
      places[head] = x;
      places[head + 1] = y;
      places[head + 2] = z;
      if (negatives > 0) nextNegative[edge]! += negatives * everyNegative;
    }
  }
}

function clipped(value: number): number {
  return value > clip ? clip : value < -clip ? -clip : value;
}
