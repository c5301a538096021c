import type { LatentSettings } from '../../contract/latent-points.ts';
import type { WeightedGraph } from '../../core/latent/fuzzy-graph.ts';
import { MapOptimiser } from '../../core/latent/map-optimiser.ts';
import { warmEpochs, warmLearningRate } from '../../core/latent/warm-start.ts';

/** Between two pictures of a map that improves. Where the processor draws them, they are paid by the map. Unit: milliseconds. */
const pictureMs = 250;
/** How long the thread works without hearing what others say. Unit: milliseconds. */
const breathMs = 30;

export interface OptimiseOptions {
  graph: WeightedGraph;
  /** Moved in place. */
  places: Float32Array;
  settings: LatentSettings;
  /** The start is a map that is to keep its shape. */
  isWarm: boolean;
  /** Called often, after each epoch. Throws to cancel. */
  onEpoch: (done: number, total: number) => void;
  /** Called from time to time, when places have moved. */
  onPicture: () => void;
}

/** Lets the map find its shape. */
export async function optimiseMap({ graph, places, settings, isWarm, onEpoch, onPicture }: OptimiseOptions): Promise<void> {
  // Neighbours of nobody can be no map: a handful of points stays where it starts.
  if (graph.columns.length === 0) return;
  const optimiser = new MapOptimiser({
    graph,
    places,
    ...settings,
    ...(isWarm ? { epochs: warmEpochs, learningRate: warmLearningRate } : {}),
  });
  const epochs = optimiser.begin();
  let picture = performance.now();
  let breath = picture;
  for (let epoch = 1; epoch <= epochs; epoch += 1) {
    optimiser.step();
    onEpoch(epoch, epochs);
    const now = performance.now();
    if (now - picture >= pictureMs) {
      picture = now;
      optimiser.copyPlaces();
      onPicture();
    }
    if (now - breath >= breathMs) {
      await new Promise(setImmediate);
      breath = performance.now();
    }
  }
  optimiser.copyPlaces();
}
