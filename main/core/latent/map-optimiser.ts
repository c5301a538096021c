import { UMAP, type UMAPParameters } from 'umap-js';
import { seededRandom } from '../seeded-random.ts';
import { coefficientTable } from './coefficient-table.ts';
import type { WeightedGraph } from './fuzzy-graph.ts';
import { openLayoutKernel, type LayoutKernel } from './layout-kernel.ts';

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

/** Bytes of a place and of an edge, see layout-kernel.wat. */
const placeBytes = 16;
const edgeBytes = 16;

/** What the kernel works on: views of its memory, and where they begin in it. */
interface Workspace {
  kernel: LayoutKernel;
  /** Four numbers per point. */
  places: Float32Array;
  addresses: { places: number; starts: number; attract: number; repel: number };
}

/**
 * umap-js with its graph on flat typed arrays and its step in WebAssembly. Parameters, the fit of a and b, how often an edge is drawn, the fading learning rate
 * and the loop are umap-js's own; its random start and its search structures are not made.
 */
export class MapOptimiser extends Umap {
  readonly #fuzzy: WeightedGraph;
  readonly #places: Float32Array;
  /** 1 where points may move along the third axis. */
  readonly #depth: number;
  #workspace: Workspace | null = null;
  #state: number;

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
    this.#state = seed;
  }

  /** Prepares; returns the number of epochs that `step` is to be called for. */
  begin(): number {
    // Set, so that umap-js does not look for neighbours itself.
    this.knnIndices = [];
    return this.initializeFit({ length: this.#fuzzy.rows });
  }

  /** Writes the places reached so far to where the start was. */
  copyPlaces(): void {
    const { places } = this.#workspace!;
    for (let point = 0, at = 0; at < this.#places.length; point += 4, at += 3) {
      this.#places[at] = places[point]!;
      this.#places[at + 1] = places[point + 1]!;
      this.#places[at + 2] = places[point + 2]!;
    }
  }

  /** In the place of umap-js's sparse matrix: its size alone. */
  fuzzySimplicialSet(): UmapInside['graph'] {
    return { nRows: this.#fuzzy.rows, nCols: this.#fuzzy.rows };
  }

  makeSearchFns(): void {}

  makeSearchGraph(): null {
    return null;
  }

  /** Nothing to do yet: edges are laid out once a and b are known. */
  initializeSimplicialSetEmbedding(): { head: never[]; tail: never[]; epochsPerSample: never[] } {
    this.embedding = [this.#places];
    return { head: [], tail: [], epochsPerSample: [] };
  }

  prepareForOptimizationLoop(): void {
    const { a, b } = this.optimizationState;
    const gamma = this.repulsionStrength;
    this.#workspace = this.#layOut(
      coefficientTable((squared) => (-2 * a * b * squared ** (b - 1)) / (a * squared ** b + 1)),
      coefficientTable((squared) => (2 * gamma * b) / ((0.001 + squared) * (a * squared ** b + 1))),
    );
    Object.assign(this.optimizationState, { initialAlpha: this.learningRate, alpha: this.learningRate, gamma, moveOther: true });
  }

  /** One epoch, as umap-js's own. */
  optimizeLayoutStep(epoch: number): unknown {
    const { kernel, addresses } = this.#workspace!;
    const { alpha, nEpochs } = this.optimizationState;
    const aside = clip * alpha;
    const { places, starts, attract, repel } = addresses;
    const { negativeSampleRate } = this;
    // prettier-ignore
    this.#state = kernel.epoch(
      places, this.#fuzzy.rows, starts, attract, repel, epoch, alpha, negativeSampleRate, aside, aside * this.#depth, this.#state,
    );
    this.optimizationState.alpha = this.learningRate * (1 - epoch / nEpochs);
    this.optimizationState.currentEpoch += 1;
    return this.embedding;
  }

  /** Writes places, edges and tables into the memory of a kernel. Edges are those that are drawn at least once; stronger ones more often. */
  #layOut(attract: Float32Array, repel: Float32Array): Workspace {
    const { rows, starts, columns, weights } = this.#fuzzy;
    const strongest = weights.reduce((most, weight) => Math.max(most, weight), 0);
    const least = strongest / this.optimizationState.nEpochs;
    const isDrawn = (weight: number): boolean => weight > 0 && weight >= least;
    const count = weights.reduce((sum, weight) => sum + (isDrawn(weight) ? 1 : 0), 0);
    const edgesAt = rows * placeBytes;
    const startsAt = edgesAt + count * edgeBytes;
    const attractAt = startsAt + (rows + 1) * 4;
    const repelAt = attractAt + attract.byteLength;
    const { kernel, memory } = openLayoutKernel(repelAt + repel.byteLength);
    const places = new Float32Array(memory.buffer, 0, rows * 4);
    for (let point = 0; point < rows; point += 1) places.set(this.#places.subarray(point * 3, point * 3 + 3), point * 4);
    const words = new Uint32Array(memory.buffer, edgesAt, count * 4);
    const numbers = new Float32Array(memory.buffer, edgesAt, count * 4);
    const addresses = new Uint32Array(memory.buffer, startsAt, rows + 1);
    let edge = 0;
    for (let row = 0; row < rows; row += 1) {
      addresses[row] = edgesAt + edge * edgeBytes;
      for (let at = starts[row]!; at < starts[row + 1]!; at += 1) {
        const weight = weights[at]!;
        if (!isDrawn(weight)) continue;
        const every = strongest / weight;
        words[edge * 4] = columns[at]! * placeBytes;
        numbers[edge * 4 + 1] = every;
        numbers[edge * 4 + 2] = every;
        numbers[edge * 4 + 3] = every / this.negativeSampleRate;
        edge += 1;
      }
    }
    addresses[rows] = edgesAt + edge * edgeBytes;
    new Float32Array(memory.buffer, attractAt, attract.length).set(attract);
    new Float32Array(memory.buffer, repelAt, repel.length).set(repel);
    return { kernel, places, addresses: { places: 0, starts: startsAt, attract: attractAt, repel: repelAt } };
  }
}
