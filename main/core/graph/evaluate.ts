import { dependencyKeys, type ClassTable, type GraphFile, type NameTable } from './corpus.ts';
import type { Binding, TypeText } from './facts.ts';
import { linearize, type Linearization } from './linearize.ts';
import type { ModuleIndex } from './module-index.ts';

/** Steps from one name to what it stands for (imports of imports, types of attributes) before it counts as unknown. */
const deepest = 12;
/** Look-ups that one question may take: what is behind hostile chains is unknown, not slow. */
const mostLookUps = 400;
/** Things that one name may stand for before the rest is left out. */
const mostValues = 6;

/** A class, by the file it stands in and its qualified name. */
export interface ClassValue {
  kind: 'class' | 'instance';
  file: GraphFile;
  name: string;
}

/** What an expression may stand for. */
export type Value =
  | ClassValue
  | { kind: 'module'; name: string; from: GraphFile }
  | { kind: 'function'; file: GraphFile; name: string; returns: TypeText; receiver: ClassValue | null }
  | { kind: 'super'; file: GraphFile; name: string };

/** `sure` is false when something was taken from an annotation or an assignment, or is one of several possibilities. */
export interface Outcome {
  values: readonly Value[];
  sure: boolean;
}

/** Where an expression stands. */
export interface Place {
  file: GraphFile;
  /** Qualified name of the class whose method or body it stands in. */
  owner: string | null;
  self: string | null;
  cls: string | null;
  locals: ReadonlyMap<string, TypeText>;
  imports: ReadonlyMap<string, readonly Binding[]>;
  /** Names of the class body count: so in annotations, not in the bodies of methods. */
  inClassBody: boolean;
}

export interface EvaluatorContext {
  modules: ModuleIndex;
  names: (file: GraphFile) => NameTable;
}

/** An answer with the keys of what was looked at for it. */
interface Kept<Found> {
  found: Found;
  dependencies: ReadonlySet<string>;
}

const unknown: Outcome = { values: [], sure: false };
/** Bases that add no method a call could mean. */
const emptyBases = new Set(['object', 'ABC', 'Generic', 'Protocol']);

/**
 * Says what expressions stand for. One question is answered from the facts alone, within fixed limits, so that the answer is
 * the same whatever was asked before.
 */
export class Evaluator {
  readonly #orders = new Map<string, Kept<Linearization<ClassValue>>>();
  readonly #bases = new Map<string, Kept<(ClassValue | null)[]>>();
  readonly #context: EvaluatorContext;
  #ofFile = new Set<string>();
  /** Where look-ups are noted: with the file, or apart for an answer that is kept. */
  #dependencies = this.#ofFile;
  /** Kept answers whose dependencies the file has already. */
  #gathered = new Set<object>();
  #lookUps = 0;
  #ownMembersOnly = false;

  constructor(context: EvaluatorContext) {
    this.#context = context;
  }

  /** Begins to gather what is looked at. */
  begin(): void {
    this.#ofFile = new Set();
    this.#dependencies = this.#ofFile;
    this.#gathered = new Set();
  }

  /** Keys of all that was looked at since `begin`. */
  get dependencies(): ReadonlySet<string> {
    return this.#dependencies;
  }

  /** What a path stands for where it is written. */
  evaluate(path: string, place: Place): Outcome {
    this.#lookUps = 0;
    return this.#path(path, place, 0);
  }

  /** The member of a class or instance that a call would reach. */
  memberOf(value: ClassValue | Extract<Value, { kind: 'super' }>, name: string): Outcome {
    this.#lookUps = 0;
    return this.#member(value, name, 0);
  }

  /** What a class's own body and methods bind a name to, bases left aside. */
  ownMember(file: GraphFile, className: string, member: string): readonly Binding[] | undefined {
    this.#touch(file, `${className}.${member}`);
    return this.#classTable(file, className)?.members.get(member);
  }

  #classTable(file: GraphFile, name: string): ClassTable | null {
    for (let at = name.indexOf('.'); at !== -1; at = name.indexOf('.', at + 1)) this.#touch(file, name.slice(0, at));
    this.#touch(file, name);
    return this.#context.names(file).classOf(name);
  }

  #touch(file: GraphFile, name: string): void {
    this.#dependencies.add(dependencyKeys.name(file.id, name));
  }

  #path(path: string, place: Place, depth: number): Outcome {
    if (depth > deepest) return unknown;
    const root = /^(?:<([^>]*)>|super\(\)|[^.(]+)/.exec(path);
    if (root === null) return unknown;
    let outcome: Outcome;
    if (root[1] !== undefined) outcome = this.#type(`:${root[1]}`, place, depth + 1);
    else if (root[0] === 'super()')
      outcome = place.owner === null ? unknown : sureOf({ kind: 'super', file: place.file, name: place.owner });
    else outcome = this.#root(root[0], place, depth);
    for (const [, attribute] of path.slice(root[0].length).matchAll(/\.([^.(]+)|\(\)/g)) {
      if (outcome.values.length === 0) return unknown;
      const before = outcome;
      outcome = merge(
        before.values.map((value) =>
          attribute === undefined ? this.#call(value, depth) : this.#attribute(value, attribute, depth),
        ),
        before.sure,
      );
    }
    return outcome;
  }

  #root(name: string, place: Place, depth: number): Outcome {
    const { file, owner } = place;
    if (owner !== null && name === place.self) return sureOf({ kind: 'instance', file, name: owner });
    if (owner !== null && name === place.cls) return sureOf({ kind: 'class', file, name: owner });
    const imported = place.imports.get(name);
    if (imported !== undefined) return this.#bindings(imported, file, null, name, depth);
    const local = place.locals.get(name);
    if (local !== undefined) return local === '' ? unknown : unsure(this.#type(local, place, depth + 1));
    if (owner !== null && place.inClassBody) {
      const own = this.ownMember(file, owner, name);
      if (own !== undefined) return this.#bindings(own, file, owner, name, depth);
    }
    return this.#name(file, name, depth);
  }

  /** What a name at the top of a file stands for. */
  #name(file: GraphFile, name: string, depth: number): Outcome {
    this.#lookUps += 1;
    if (depth > deepest || this.#lookUps > mostLookUps) return unknown;
    this.#touch(file, name);
    const table = this.#context.names(file);
    const bindings = table.bindings.get(name);
    if (bindings !== undefined) return this.#bindings(bindings, file, null, name, depth);
    this.#dependencies.add(dependencyKeys.stars(file.id));
    const found: Outcome[] = [];
    for (const star of table.stars) {
      for (const from of this.#files(star, file)) {
        this.#dependencies.add(dependencyKeys.stars(from.id));
        const { exports } = this.#context.names(from);
        if (exports === null ? name.startsWith('_') : !exports.has(name)) continue;
        found.push(this.#name(from, name, depth + 1));
      }
    }
    return merge(found, true);
  }

  /** What the bindings of one name mean, in the module or, with an `owner`, in that class. */
  #bindings(bindings: readonly Binding[], file: GraphFile, owner: string | null, name: string, depth: number): Outcome {
    const qualifiedName = owner === null ? name : `${owner}.${name}`;
    return merge(
      bindings.map((binding): Outcome => {
        switch (binding[0]) {
          case 'module':
            return sureOf({ kind: 'module', name: binding[1], from: file });
          case 'from':
            return this.#fromModule(binding[1], binding[2], file, depth + 1);
          case 'value':
            return binding[1] === '' ? unknown : this.#type(binding[1], insideClass(file, owner), depth + 1);
          case 'function':
            return sureOf({ kind: 'function', file, name: qualifiedName, returns: binding[1], receiver: null });
          case 'class':
            return sureOf({ kind: 'class', file, name: qualifiedName });
        }
      }),
      true,
    );
  }

  #files(module: string, from: GraphFile): readonly GraphFile[] {
    return this.#context.modules.find(module, from, (name) => this.#dependencies.add(dependencyKeys.module(name)));
  }

  /** A name of a module: one that it binds, else its submodule. */
  #fromModule(module: string, name: string, from: GraphFile, depth: number): Outcome {
    const files = this.#files(module, from);
    const bound = merge(
      files.map((file) => this.#name(file, name, depth)),
      files.length < 2,
    );
    return bound.values.length > 0 ? bound : sureOf({ kind: 'module', name: `${module}.${name}`, from });
  }

  #attribute(value: Value, name: string, depth: number): Outcome {
    switch (value.kind) {
      case 'module':
        return this.#fromModule(value.name, name, value.from, depth + 1);
      case 'function':
        return unknown;
      default:
        return this.#member(value, name, depth);
    }
  }

  #member(value: Exclude<Value, { kind: 'module' | 'function' }>, name: string, depth: number): Outcome {
    if (depth > deepest) return unknown;
    const { order, sure } = this.#ownMembersOnly ? { order: [value], sure: 1 } : this.#order(value);
    const receiver: ClassValue = { kind: value.kind === 'class' ? 'class' : 'instance', file: value.file, name: value.name };
    for (const [index, one] of order.entries()) {
      if (value.kind === 'super' && index === 0) continue;
      const bindings = this.ownMember(one.file, one.name, name);
      if (bindings === undefined) continue;
      const found = this.#bindings(bindings, one.file, one.name, name, depth + 1);
      const isProperty = value.kind !== 'class' && bindings.some((each) => each[0] === 'function' && each[2] === 'property');
      const reached = isProperty
        ? merge(
            found.values.map((each) => this.#call(each, depth + 1)),
            false,
          )
        : { values: found.values.map((each) => (each.kind === 'function' ? { ...each, receiver } : each)), sure: found.sure };
      return index < sure ? reached : unsure(reached);
    }
    return unknown;
  }

  /** What calling something gives. */
  #call(value: Value, depth: number): Outcome {
    switch (value.kind) {
      case 'class':
        return sureOf({ kind: 'instance', file: value.file, name: value.name });
      case 'function': {
        if (value.returns === ':Self')
          return value.receiver === null ? unknown : unsure(sureOf({ ...value.receiver, kind: 'instance' }));
        const at = value.name.lastIndexOf('.');
        const owner = at === -1 ? null : value.name.slice(0, at);
        return value.returns === '' ? unknown : unsure(this.#type(value.returns, insideClass(value.file, owner), depth + 1));
      }
      default:
        return unknown;
    }
  }

  /** What a value of a type stands for: an instance of the classes it names, or whatever its expression gives. */
  #type(type: TypeText, place: Place, depth: number): Outcome {
    this.#lookUps += 1;
    if (depth > deepest || this.#lookUps > mostLookUps) return unknown;
    if (type.startsWith('=')) {
      const outcome = this.#path(type.slice(1), { ...place, inClassBody: false }, depth + 1);
      return outcome.values.some((value) => value.kind === 'instance') ? unsure(outcome) : outcome;
    }
    const named = type
      .slice(1)
      .split('|')
      .map((path): Outcome => {
        if (path === 'Self' && place.owner !== null) return sureOf({ kind: 'instance', file: place.file, name: place.owner });
        const found = this.#path(path, { ...place, self: null, cls: null, locals: new Map(), inClassBody: true }, depth + 1);
        return merge(
          // An instance stands for a type variable: its bound.
          found.values.flatMap((value) =>
            value.kind === 'class' || value.kind === 'instance' ? [sureOf({ ...value, kind: 'instance' })] : [],
          ),
          found.sure,
        );
      });
    return unsure(merge(named, false));
  }

  /**
   * The classes in the order in which Python looks for a member. Bases are looked up by name alone, not through inheritance,
   * so the order of a class depends on no other question and is found once.
   */
  #order(value: Pick<ClassValue, 'file' | 'name'>): Linearization<ClassValue> {
    const key = classKey(value);
    const start: ClassValue = { kind: 'class', file: value.file, name: value.name };
    return this.#once(this.#orders, key, () =>
      linearize(start, classKey, (one) => this.#once(this.#bases, classKey(one), () => this.#basesOf(one))),
    );
  }

  /** Answers a question that depends on no other, once, and counts what was looked at for it wherever it is asked. */
  #once<Found>(cache: Map<string, Kept<Found>>, key: string, find: () => Found): Found {
    let kept = cache.get(key);
    if (kept === undefined) {
      const outer = { dependencies: this.#dependencies, lookUps: this.#lookUps };
      this.#dependencies = new Set();
      this.#lookUps = 0;
      kept = { found: find(), dependencies: this.#dependencies };
      cache.set(key, kept);
      this.#dependencies = outer.dependencies;
      this.#lookUps = outer.lookUps;
    }
    if (this.#dependencies !== this.#ofFile || !this.#gathered.has(kept)) {
      // What is found for an order itself is gathered by that order.
      if (this.#dependencies === this.#ofFile) this.#gathered.add(kept);
      for (const dependency of kept.dependencies) this.#dependencies.add(dependency);
    }
    return kept.found;
  }

  #basesOf(one: ClassValue): (ClassValue | null)[] {
    const bases = this.#classTable(one.file, one.name)?.bases ?? [];
    return bases.flatMap((path): (ClassValue | null)[] => {
      const at = one.name.lastIndexOf('.');
      // A base is written where the class statement stands: in the module, or in the class around it.
      const place = insideClass(one.file, at === -1 ? null : one.name.slice(0, at));
      this.#ownMembersOnly = true;
      const outcome = this.#path(path, place, 0);
      this.#ownMembersOnly = false;
      const classes = outcome.values.filter((each): each is ClassValue => each.kind === 'class');
      if (classes.length === 0) return emptyBases.has(path.slice(path.lastIndexOf('.') + 1)) ? [] : [null];
      // Alternatives (`try: … except ImportError: …`) are not known to be the one.
      return classes.length === 1 ? classes : [null, ...classes];
    });
  }
}

function classKey({ file, name }: Pick<ClassValue, 'file' | 'name'>): string {
  return `${file.id} ${name}`;
}

/** A place outside functions. */
function insideClass(file: GraphFile, owner: string | null): Place {
  return { file, owner, self: 'self', cls: null, locals: new Map(), imports: new Map(), inClassBody: owner !== null };
}

function sureOf(value: Value): Outcome {
  return { values: [value], sure: true };
}

function unsure(outcome: Outcome): Outcome {
  return outcome.sure ? { ...outcome, sure: false } : outcome;
}

/** All that several outcomes say, each thing once. Two different things make it unsure. */
function merge(outcomes: readonly Outcome[], sure: boolean): Outcome {
  if (outcomes.length === 1 && outcomes[0] !== undefined) return sure ? outcomes[0] : unsure(outcomes[0]);
  const values = new Map<string, Value>();
  let all = sure;
  for (const outcome of outcomes) {
    if (outcome.values.length > 0 && !outcome.sure) all = false;
    for (const value of outcome.values) {
      const place = value.kind === 'module' ? `m ${value.name}` : `${value.kind} ${value.file.id} ${value.name}`;
      if (!values.has(place) && values.size < mostValues) values.set(place, value);
    }
  }
  return { values: [...values.values()], sure: all && values.size < 2 };
}
