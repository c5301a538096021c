import { PerspectiveCamera, Vector3 } from 'three';
import type { LatentPoints } from '../../../../main/contract/latent-points.ts';
import type { LatentLabel } from '../../../../main/contract/latent.ts';
import { chunkTypes, contentTypes } from '../../../../main/contract/vocabulary.ts';
import { mapModel, type MapModel } from '../../../../renderer/features/latent/model/map-model.ts';
import type { MapView } from '../../../../renderer/features/latent/model/map-view.ts';

/** Numbers from 0 to 1 that come out the same on every run. */
function numbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

/** The view of a real camera. */
export function viewFrom(position: [number, number, number], size = { width: 800, height: 600 }): MapView {
  const camera = new PerspectiveCamera(45, size.width / size.height, 0.01, 1000);
  camera.position.set(...position);
  camera.lookAt(new Vector3(0, 0, 0));
  camera.updateMatrixWorld();
  const matrix = camera.projectionMatrix.clone().multiply(camera.matrixWorldInverse);
  return { matrix: matrix.elements, ...size, pointPixels: 5, referenceDepth: camera.position.length() };
}

export function cloud(count: number, seed = 7): Float32Array {
  const next = numbers(seed);
  return Float32Array.from({ length: count * 3 }, () => next() * 2 - 1);
}

const sources = ['framework', 'docs', 'examples'];
const languages = ['python', 'markdown', 'typescript'];

/** A map of chunks whose properties follow from their number, with ids in order. */
export function sampleModel(count: number, changes: Partial<LatentPoints> = {}): MapModel {
  const chunkIds = new Uint8Array(count * 32);
  for (let point = 0; point < count; point += 1) {
    chunkIds[point * 32] = point >> 8;
    chunkIds[point * 32 + 1] = point & 255;
  }
  const column = (of: (point: number) => number): number[] => Array.from({ length: count }, (_, point) => of(point));
  const positions = cloud(count);
  const points: LatentPoints = {
    layoutId: 'sample',
    count,
    dimensions: 3,
    positions,
    chunkIds,
    contentType: Uint8Array.from(column((point) => point % contentTypes.length)),
    chunkType: Uint8Array.from(column((point) => point % chunkTypes.length)),
    source: Uint16Array.from(column((point) => point % sources.length)),
    path: Uint32Array.from(column((point) => point % 4)),
    language: Uint16Array.from(column((point) => point % languages.length)),
    symbol: Uint32Array.from(column((point) => point % 2)),
    version: Uint32Array.from(column(() => 0)),
    startLine: Uint32Array.from(column((point) => point + 1)),
    endLine: Uint32Array.from(column((point) => point + 9)),
    length: Uint32Array.from(column((point) => (point + 1) * 100)),
    indexedAt: Float64Array.from(column(() => Date.UTC(2026, 0, 1))),
    dictionaries: {
      source: sources,
      path: ['src/a/one.py', 'src/a/two.py', 'src/b/three.py', 'README.md'],
      language: languages,
      symbol: ['', 'Phone.dial'],
      version: [''],
    },
    hits: null,
    reading: {
      clusters: [2, 4, 8].map((clusters) => Uint16Array.from(column((point) => point % clusters))),
      trust: Float32Array.from(column((point) => point / count)),
      occurrences: Uint32Array.from(column((point) => point)),
      nearest: new Float32Array(count),
      drift: new Uint8Array(count),
      overlap: new Float32Array(count).fill(1),
    },
    ...changes,
  };
  return mapModel(
    points,
    positions,
    [2, 4, 8].map((clusters) => sampleLabels(count, clusters)),
  );
}

function sampleLabels(count: number, clusters: number): LatentLabel[] {
  return Array.from({ length: clusters }, (_, cluster) => ({
    cluster,
    identity: cluster + 100,
    name: `cluster ${cluster}`,
    kind: 'terms',
    terms: ['word'],
    points: Math.floor(count / clusters) + (clusters - cluster),
    centre: [0, 0, 0],
    byType: { doc: 0, code: 0, source: 0, readme: 0 },
    medoids: [cluster],
  }));
}
