import { HubError } from '../../contract/errors.ts';
import type { CodePlace } from '../../contract/reading.ts';
import type { EdgeConfidence } from '../../core/graph/resolve-file.ts';
import type { Connection } from '../../store/database.ts';
import { GraphReader, type FoundDefinition, type GraphNode, type SeenEdge } from '../../store/graph-reader.ts';

export const traceDirections = ['callers', 'callees'] as const;
export type TraceDirection = (typeof traceDirections)[number];

export interface TraceRequest {
  /** A qualified name, with or without its module, its last part, or a chunk id. Without one, `yields` says where to begin. */
  symbol?: string | undefined;
  direction?: TraceDirection | undefined;
  /** Calls to follow, 1 to 8. */
  depth?: number | undefined;
  /** Name of a class: without a symbol, begin at what yields it; with one, keep the ways that lead to what yields it. */
  yields?: string | undefined;
}

export interface TraceStep {
  /** Index of the step that led here; null behind a root. */
  parent: number | null;
  /** Index of the root. */
  root: number;
  depth: number;
  kind: 'calls' | 'yields';
  name: string;
  line: number;
  confidence: EdgeConfidence;
  place: CodePlace;
  /** What is behind it was given at an earlier step. */
  seen: boolean;
}

export interface TraceAnswer {
  symbol: string | null;
  direction: TraceDirection;
  depth: number;
  roots: CodePlace[];
  /** Each step before those behind it. */
  steps: TraceStep[];
  /** Calls that lead nowhere that is known, as written; of bodies that were followed, each once. */
  unresolved: string[];
  /** Whether something was left out: steps, roots or names. */
  cut: boolean;
  advice: string[];
}

const deepest = 8;
const mostRoots = 20;
/** Most edges of one body that are followed. */
const mostEdges = 100;
const mostSteps = 500;
const mostUnresolved = 50;

/** Follows calls from a symbol, breadth first, so that what is cut is what is farthest. Throws `usage` and `not-found`. */
export function traceCalls(connection: Connection, request: TraceRequest): TraceAnswer {
  const { symbol, yields } = request;
  if (symbol === undefined && yields === undefined)
    throw new HubError('usage', 'Say which symbol to trace, or which type must be yielded.');
  const direction = request.direction ?? (symbol === undefined ? 'callers' : 'callees');
  const depth = request.depth ?? 2;
  if (!Number.isInteger(depth) || depth < 1 || depth > deepest)
    throw new HubError('usage', `The depth must be a whole number from 1 to ${deepest}, not ${depth}.`);
  const reader = new GraphReader(connection);
  if (!reader.exists)
    throw new HubError('not-found', 'This index has no call graph yet. Run `context-hub refresh` once.', { symbol, yields });
  const { roots, more } = rootsOf(reader, symbol, yields);
  const walk = new Walk(reader, direction, depth);
  walk.from(roots);
  const keep = symbol !== undefined && yields !== undefined ? yields : null;
  const steps = keep === null ? walk.ordered() : leadingTo(walk.ordered(), reader, keep, direction);
  const advice: string[] = [];
  if (more > 0)
    advice.push(`${more} more definitions have this name. Give the module too, such as ${exampleOf(roots[0]?.place)}.`);
  if (walk.cut) advice.push('Not everything is shown. Begin at one of the steps, or take a smaller depth.');
  if (steps.length === 0)
    advice.push(
      keep !== null
        ? `Nothing within ${depth} calls yields ${keep}.`
        : direction === 'callers'
          ? 'No call of it could be resolved. It may be called through a variable whose type is not known, or by a framework.'
          : 'It calls nothing that is indexed.',
    );
  return {
    symbol: symbol ?? null,
    direction,
    depth,
    roots: roots.map(({ place }) => place),
    steps,
    unresolved: walk.unresolved,
    cut: walk.cut || more > 0,
    advice,
  };
}

type Root = GraphNode & { place: CodePlace; isClass: boolean };

function rootsOf(reader: GraphReader, symbol: string | undefined, yields: string | undefined): { roots: Root[]; more: number } {
  if (symbol === undefined) {
    const { edges, more } = reader.yielders(yields ?? '', mostRoots);
    const byNode = new Map<string, Root>();
    for (const { node, place } of edges)
      if (node !== null && place !== null) byNode.set(keyOf(node), { ...node, place, isClass: false });
    if (byNode.size === 0)
      throw new HubError('not-found', `Nothing that is indexed yields ${yields}. Only \`yield ${yields}(…)\` counts.`, {
        yields,
      });
    return { roots: [...byNode.values()], more };
  }
  const ofChunk = /^[0-9a-f]{16,64}$/.test(symbol) ? reader.definitionsOfChunk(symbol) : [];
  const { definitions, more } =
    ofChunk.length > 0 ? { definitions: ofChunk, more: 0 } : reader.definitionsNamed(symbol.replace(/\(\)$/, ''), mostRoots);
  if (definitions.length === 0)
    throw new HubError(
      'not-found',
      `No class, function or method is called “${symbol}”. Give its name as the code has it, such as Class.method; \`context-hub search ${symbol} --tool api\` finds what is alike. Python alone has a call graph so far.`,
      { symbol },
    );
  return { roots: definitions.map((one: FoundDefinition) => ({ ...one, isClass: one.kind === 'class' })), more };
}

function keyOf({ file, name }: GraphNode): string {
  return `${file} ${name}`;
}

function exampleOf(place: CodePlace | undefined): string {
  return place === undefined
    ? 'package.module.name'
    : `${place.path.replace(/\.pyi?$/, '').replaceAll('/', '.')}.${place.symbol}`;
}

/** One traversal. */
class Walk {
  readonly #reader: GraphReader;
  readonly #direction: TraceDirection;
  readonly #depth: number;
  readonly #steps: TraceStep[] = [];
  readonly #unresolved = new Set<string>();
  cut = false;

  constructor(reader: GraphReader, direction: TraceDirection, depth: number) {
    this.#reader = reader;
    this.#direction = direction;
    this.#depth = depth;
  }

  get unresolved(): string[] {
    return [...this.#unresolved];
  }

  from(roots: readonly Root[]): void {
    const followed = new Set(roots.map(keyOf));
    let level = roots.map((node, root) => ({
      node: node as GraphNode,
      members: node.isClass,
      parent: null as number | null,
      root,
    }));
    for (let depth = 1; depth <= this.#depth && level.length > 0; depth += 1) {
      const next: typeof level = [];
      for (const { node, members, parent, root } of level) {
        for (const edge of this.#edgesOf(node, members)) {
          if (edge.node === null || edge.place === null) {
            this.#note(edge);
            continue;
          }
          if (this.#steps.length >= mostSteps) {
            this.cut = true;
            return;
          }
          const key = keyOf(edge.node);
          const { kind, name, line, confidence, place } = edge;
          const seen = followed.has(key);
          this.#steps.push({ parent, root, depth, kind, name, line, confidence, place, seen });
          if (seen) continue;
          followed.add(key);
          next.push({ node: edge.node, members: false, parent: this.#steps.length - 1, root });
        }
      }
      level = next;
    }
  }

  #edgesOf(node: GraphNode, members: boolean): SeenEdge[] {
    const { edges, more } =
      this.#direction === 'callers' ? this.#reader.callersOf(node, mostEdges) : this.#reader.calleesOf(node, mostEdges, members);
    if (more > 0) this.cut = true;
    return edges;
  }

  #note({ name }: SeenEdge): void {
    if (this.#unresolved.size < mostUnresolved) this.#unresolved.add(name);
    else if (!this.#unresolved.has(name)) this.cut = true;
  }

  /** The steps in the order of a tree: each before those behind it. */
  ordered(): TraceStep[] {
    const behind = new Map<number | string, number[]>();
    for (const [index, { parent, root }] of this.#steps.entries()) {
      const key = parent ?? `root ${root}`;
      const known = behind.get(key);
      if (known === undefined) behind.set(key, [index]);
      else known.push(index);
    }
    const place = new Map<number, number>();
    const ordered: TraceStep[] = [];
    const roots = [...new Set(this.#steps.map(({ root }) => root))].toSorted((a, b) => a - b);
    const waiting = roots.flatMap((root) => behind.get(`root ${root}`) ?? []).toReversed();
    for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
      const step = this.#steps[index]!;
      place.set(index, ordered.length);
      ordered.push({ ...step, parent: step.parent === null ? null : place.get(step.parent)! });
      waiting.push(...(behind.get(index) ?? []).toReversed());
    }
    return ordered;
  }
}

/** The steps that yield a class or lead to one that does. Callers are kept where they themselves yield it. */
function leadingTo(steps: readonly TraceStep[], reader: GraphReader, type: string, direction: TraceDirection): TraceStep[] {
  const wanted = new Set<number>();
  const bodies = new Set(
    direction === 'callers'
      ? reader
          .yielders(type, mostSteps)
          .edges.flatMap(({ place }) => (place === null ? [] : [`${place.chunkId} ${place.symbol}`]))
      : [],
  );
  const keep = (from: number): void => {
    for (let at: number | null = from; at !== null && !wanted.has(at); at = steps[at]!.parent) wanted.add(at);
  };
  for (const [index, { kind, name, place }] of steps.entries()) {
    const yielded = kind === 'yields' && (name === type || name.endsWith(`.${type}`) || place.symbol === type);
    if (yielded || bodies.has(`${place.chunkId} ${place.symbol}`)) keep(index);
  }
  const kept = [...wanted].toSorted((a, b) => a - b);
  const places = new Map(kept.map((index, place) => [index, place]));
  return kept.map((index) => {
    const step = steps[index]!;
    return { ...step, parent: step.parent === null ? null : places.get(step.parent)! };
  });
}
