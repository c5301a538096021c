import type { GraphFile } from './corpus.ts';

/** Names under which a module can be asked for: `a.b.c` also as `b.c` and `c`, where its package's folder is not at the root. */
export function moduleSuffixes(module: string): string[] {
  const parts = module.split('.');
  return parts.map((_, index) => parts.slice(index).join('.'));
}

/** Finds the files of a module, as an import statement of another file means it. */
export class ModuleIndex {
  readonly #byName = new Map<string, GraphFile[]>();
  readonly #byEnd = new Map<string, GraphFile[]>();
  readonly #byId = new Map<number, GraphFile>();

  constructor(files: Iterable<GraphFile>) {
    // The order is the corpus's own, whatever numbers the rows have.
    const sorted = [...files].sort((a, b) => compare(a.source, b.source) || compare(a.path, b.path));
    for (const file of sorted) {
      this.#byId.set(file.id, file);
      push(this.#byName, file.module, file);
      push(this.#byEnd, file.module.slice(file.module.lastIndexOf('.') + 1), file);
    }
  }

  file(id: number): GraphFile | undefined {
    return this.#byId.get(id);
  }

  /**
   * Files of the module `name` seen from `from`, several where nothing decides between them: beside a program first, then in
   * the same source by the whole name, then by its end, then in the libraries of other sources. `asked` hears every name that was looked up.
   */
  find(name: string, from: GraphFile, asked: (name: string) => void): readonly GraphFile[] {
    asked(name);
    const exact = this.#byName.get(name) ?? [];
    const own = exact.filter((file) => file.source === from.source);
    if (from.role === 'code') {
      const folder = from.module.slice(0, Math.max(from.module.lastIndexOf('.'), 0));
      const beside = folder === '' ? name : `${folder}.${name}`;
      asked(beside);
      const found = (this.#byName.get(beside) ?? []).filter((file) => file.source === from.source);
      if (found.length > 0) return nearest(found, from);
    }
    if (own.length > 0) return nearest(own, from);
    const byEnd = this.#endingIn(name);
    const ownByEnd = byEnd.filter((file) => file.source === from.source);
    if (ownByEnd.length > 0) return nearest(ownByEnd, from);
    const others = exact.filter((file) => file.source !== from.source && file.role === 'source');
    if (others.length > 0) return preferSource(others);
    return preferSource(byEnd.filter((file) => file.source !== from.source && file.role === 'source'));
  }

  /** A name of one part fits packages only: `json` is not `tools/json.py`. */
  #endingIn(name: string): GraphFile[] {
    const end = this.#byEnd.get(name.slice(name.lastIndexOf('.') + 1)) ?? [];
    const single = !name.includes('.');
    return end.filter((file) => file.module.endsWith(`.${name}`) && (!single || file.isPackage));
  }
}

/** Of several, those that share the longest path with the one that asks. */
function nearest(files: readonly GraphFile[], from: GraphFile): GraphFile[] {
  const shared = files.map((file) => sharedFolders(file.path, from.path));
  const most = Math.max(...shared);
  return preferSource(files.filter((_, index) => shared[index] === most));
}

/** A stub beside its module says nothing that the module does not. */
function preferSource(files: readonly GraphFile[]): GraphFile[] {
  const modules = files.filter((file) => !file.path.endsWith('.pyi'));
  return modules.length > 0 ? modules : [...files];
}

function sharedFolders(a: string, b: string): number {
  const left = a.split('/');
  const right = b.split('/');
  let same = 0;
  while (same < left.length - 1 && same < right.length - 1 && left[same] === right[same]) same += 1;
  return same;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function push<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else known.push(value);
}
