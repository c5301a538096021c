import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import wabt from 'wabt';
import { coefficientShift, coefficientTable } from '../../../main/core/latent/coefficient-table.ts';
import { layoutKernelBase64, openLayoutKernel } from '../../../main/core/latent/layout-kernel.ts';
import { seededRandom } from '../../../main/core/seeded-random.ts';

/** Per pull; a power of two, so that schedules are exact in float32. */
const pushes = 4;
const attraction = (squared: number): number => (-2 * 1.57 * 0.89 * squared ** -0.11) / (1.57 * squared ** 0.89 + 1);
const repulsion = (squared: number): number => (2 * 0.89) / ((0.001 + squared) * (1.57 * squared ** 0.89 + 1));

const attract = coefficientTable(attraction);
const repel = coefficientTable(repulsion);

interface Edge {
  head: number;
  tail: number;
  every: number;
  due: number;
  push: number;
}

interface World {
  places: number[][];
  edges: Edge[];
  depth: 0 | 1;
  seed: number;
}

const f = Math.fround;
const bits = new Int32Array(1);
const float = new Float32Array(bits.buffer);

function looked(table: Float32Array, squared: number): number {
  float[0] = squared;
  return table[bits[0]! >> coefficientShift]!;
}

function squaredOf([x, y, z]: number[]): number {
  return f(f(f(x! * x!) + f(y! * y!)) + f(z! * z!));
}

/** umap-js's own step, written out in numbers of 32 bits; pushes of one edge all start where its pull ends. */
function epochByHand({ places, edges, depth, seed }: World, now: number, rate: number): void {
  const random = seededRandom(seed);
  const move = (table: Float32Array, squared: number, value: number): number =>
    f(Math.max(-4, Math.min(4, f(looked(table, squared) * value))) * rate);
  for (const edge of edges) {
    if (edge.due > now) continue;
    const head = [...places[edge.head]!];
    const tail = places[edge.tail]!;
    const apart = head.map((value, axis) => f(value - tail[axis]!));
    const squared = squaredOf(apart);
    if (squared > 0)
      apart.forEach((value, axis) => {
        head[axis] = f(head[axis]! + move(attract, squared, value));
        tail[axis] = f(tail[axis]! - move(attract, squared, value));
      });
    edge.due += edge.every;
    const draws = Math.max(0, Math.floor((now - edge.push) / (edge.every / pushes)));
    const from = [...head];
    for (let draw = 0; draw < draws; draw += 1) {
      const drawn = Math.floor(random() * places.length);
      const away = from.map((value, axis) => f(value - places[drawn]![axis]!));
      const distance = squaredOf(away);
      if (distance > 0) away.forEach((value, axis) => (head[axis] = f(head[axis]! + move(repel, distance, value))));
      else if (drawn !== edge.head) head.forEach((value, axis) => (head[axis] = f(value + 4 * rate * (axis === 2 ? depth : 1))));
    }
    edge.push += (draws * edge.every) / pushes;
    places[edge.head] = head;
  }
}

function epochByKernel({ places, edges, depth, seed }: World, now: number, rate: number): { places: number[][]; edges: Edge[] } {
  const edgesAt = places.length * 16;
  const startsAt = edgesAt + edges.length * 16;
  const attractAt = startsAt + (places.length + 1) * 4;
  const repelAt = attractAt + attract.byteLength;
  const { kernel, memory } = openLayoutKernel(repelAt + repel.byteLength);
  const numbers = new Float32Array(memory.buffer);
  const words = new Uint32Array(memory.buffer);
  places.forEach((place, point) => numbers.set(place, point * 4));
  edges.forEach(({ tail, every, due, push }, index) => {
    words[edgesAt / 4 + index * 4] = tail * 16;
    numbers.set([every, due, push], edgesAt / 4 + index * 4 + 1);
  });
  for (let point = 0; point <= places.length; point += 1)
    words[startsAt / 4 + point] = edgesAt + edges.filter(({ head }) => head < point).length * 16;
  numbers.set(attract, attractAt / 4);
  numbers.set(repel, repelAt / 4);
  kernel.epoch(0, places.length, startsAt, attractAt, repelAt, now, rate, pushes, 4 * rate, 4 * rate * depth, seed);
  return {
    places: places.map((_, point) => [...numbers.subarray(point * 4, point * 4 + 3)]),
    edges: edges.map(({ head, tail, every }, index) => ({
      head,
      tail,
      every,
      due: numbers[edgesAt / 4 + index * 4 + 2]!,
      push: numbers[edgesAt / 4 + index * 4 + 3]!,
    })),
  };
}

test('the committed bytes are the compiled layout-kernel.wat', async () => {
  const text = await readFile(new URL('../../../main/core/latent/layout-kernel.wat', import.meta.url), 'utf8');
  const compiler = await wabt();
  const module = compiler.parseWat('layout-kernel.wat', text, { simd: true });
  expect(Buffer.from(module.toBinary({}).buffer).toString('base64')).toBe(layoutKernelBase64);
});

test('an epoch of the kernel is an epoch of umap-js, flat maps and points in one place included', () => {
  const world = fc.integer({ min: 2, max: 12 }).chain((points) =>
    fc.record({
      // Eighths: exact in float32, and equal places come up.
      places: fc.array(
        fc.tuple(fc.integer({ min: -40, max: 40 }), fc.integer({ min: -2, max: 2 }), fc.integer({ min: -40, max: 40 })),
        {
          minLength: points,
          maxLength: points,
        },
      ),
      pairs: fc.array(fc.tuple(fc.nat(points - 1), fc.integer({ min: 1, max: points - 1 }), fc.constantFrom(1, 2, 4, 8)), {
        maxLength: 20,
      }),
      depth: fc.constantFrom(0 as const, 1 as const),
      seed: fc.nat(),
      now: fc.integer({ min: 0, max: 20 }),
    }),
  );
  fc.assert(
    fc.property(world, ({ places, pairs, depth, seed, now }) => {
      const made = (): World => ({
        depth,
        seed,
        places: places.map(([x, y, z]) => [x / 8, y / 8, (z / 8) * depth]),
        edges: pairs
          .map(([head, step, every]) => ({ head, tail: (head + step) % places.length, every, due: every, push: every / pushes }))
          .sort((a, b) => a.head - b.head),
      });
      const expected = made();
      epochByHand(expected, now, 0.5);
      const found = epochByKernel(made(), now, 0.5);
      expect(found.edges).toEqual(expected.edges);
      // A zero has two signs.
      expect(found.places.map((place) => place.map((value) => value + 0))).toEqual(
        expected.places.map((place) => place.map((value) => value + 0)),
      );
    }),
    { seed: 7, numRuns: 200 },
  );
});
