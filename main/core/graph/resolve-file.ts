import { keyHash, type GraphFile } from './corpus.ts';
import type { Evaluator, Outcome, Place, Value } from './evaluate.ts';
import { constructorOf, type Binding, type ScopeReferences } from './facts.ts';

export type EdgeConfidence = 'certain' | 'likely' | 'unresolved';

/** One call or yield and where it leads; a call with several possible targets is as many edges. */
export interface ResolvedEdge {
  kind: 'calls' | 'yields';
  /** Qualified name of the function or class whose body it stands in; empty for the module's own statements. */
  from: string;
  /** As written, without arguments. */
  name: string;
  line: number;
  confidence: EdgeConfidence;
  to: { file: number; name: string } | null;
}

/** Functions that are always there; that a body calls `len` says nothing. */
const builtins = new Set(
  'abs aiter all anext any ascii bin bool breakpoint bytearray bytes callable chr classmethod compile complex delattr dict dir divmod enumerate eval exec filter float format frozenset getattr globals hasattr hash help hex id input int isinstance issubclass iter len list locals map max memoryview min next object oct open ord pow print property range repr reversed round set setattr slice sorted staticmethod str sum super tuple type vars zip __import__ ArithmeticError AssertionError AttributeError BaseException BlockingIOError BrokenPipeError BufferError ConnectionAbortedError ConnectionError ConnectionRefusedError ConnectionResetError EOFError Exception ExceptionGroup FileExistsError FileNotFoundError FloatingPointError GeneratorExit ImportError IndexError InterruptedError IsADirectoryError KeyError KeyboardInterrupt LookupError MemoryError ModuleNotFoundError NameError NotADirectoryError NotImplementedError OSError OverflowError PermissionError ProcessLookupError RecursionError ReferenceError RuntimeError StopAsyncIteration StopIteration SyntaxError SystemError SystemExit TimeoutError TypeError UnicodeDecodeError UnicodeEncodeError UnicodeError ValueError ZeroDivisionError'.split(
    ' ',
  ),
);

/** Edges of one file's calls, and hashes of the keys of everything that was looked at for them. */
export function resolveFile(
  file: GraphFile,
  scopes: readonly ScopeReferences[],
  evaluator: Evaluator,
): { edges: ResolvedEdge[]; dependencies: Uint32Array } {
  evaluator.begin();
  const edges: ResolvedEdge[] = [];
  for (const scope of scopes) {
    const place = placeOf(file, scope);
    const targetsOf = new Map<string, ReturnType<typeof resolve>>();
    for (const [kind, path, line] of scope.references) {
      const written = path.startsWith('?') ? path.slice(1) : path;
      const reference = { kind, from: scope.name, name: written, line };
      const isPath = written === path;
      let found = targetsOf.get(`${kind} ${path}`);
      if (found === undefined) {
        found = isPath ? resolve(kind, path, place, evaluator) : { confidence: 'unresolved', targets: [] };
        targetsOf.set(`${kind} ${path}`, found);
      }
      if (found.targets.length > 0)
        for (const to of found.targets) edges.push({ ...reference, confidence: found.confidence, to });
      else if (!builtins.has(path)) edges.push({ ...reference, confidence: 'unresolved', to: null });
    }
  }
  const dependencies = Uint32Array.from(new Set(Array.from(evaluator.dependencies, keyHash))).sort();
  return { edges, dependencies };
}

function resolve(
  kind: 'calls' | 'yields',
  path: string,
  place: Place,
  evaluator: Evaluator,
): { confidence: EdgeConfidence; targets: { file: number; name: string }[] } {
  const { values, sure } = evaluator.evaluate(path, place);
  const targets = new Map<string, { file: number; name: string }>();
  let certain = sure;
  for (const value of values) {
    const { found, sure: reached } = kind === 'yields' ? yielded(value) : called(value, evaluator);
    if (!reached) certain = false;
    for (const target of found) targets.set(`${target.file} ${target.name}`, target);
  }
  if (targets.size === 0) return { confidence: 'unresolved', targets: [] };
  return { confidence: certain && targets.size === 1 ? 'certain' : 'likely', targets: [...targets.values()] };
}

interface Reached {
  found: { file: number; name: string }[];
  sure: boolean;
}

function yielded(value: Value): Reached {
  return { found: value.kind === 'class' ? [{ file: value.file.id, name: value.name }] : [], sure: value.kind === 'class' };
}

/** What calling a value runs: the function; of a class its own constructor, else the class itself; of an instance `__call__`. */
function called(value: Value, evaluator: Evaluator): Reached {
  switch (value.kind) {
    case 'function':
      return { found: [{ file: value.file.id, name: value.name }], sure: true };
    case 'class': {
      const own = evaluator.ownMember(value.file, value.name, '__init__');
      const name = own?.some((binding: Binding) => binding[0] === 'function') ? constructorOf(value.name) : value.name;
      return { found: [{ file: value.file.id, name }], sure: true };
    }
    case 'instance': {
      const call: Outcome = evaluator.memberOf(value, '__call__');
      return {
        found: call.values.flatMap((each) => (each.kind === 'function' ? [{ file: each.file.id, name: each.name }] : [])),
        sure: false,
      };
    }
    default:
      return { found: [], sure: false };
  }
}

function placeOf(file: GraphFile, scope: ScopeReferences): Place {
  const imports = new Map<string, Binding[]>();
  for (const [name, binding] of scope.imports) {
    const known = imports.get(name);
    if (known === undefined) imports.set(name, [binding]);
    else known.push(binding);
  }
  return {
    file,
    owner: scope.owner,
    self: scope.self,
    cls: scope.cls,
    locals: new Map(scope.locals),
    imports,
    inClassBody: scope.owner !== null && scope.owner === scope.name,
  };
}
