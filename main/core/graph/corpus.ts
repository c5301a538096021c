import type { Binding, Member, ModuleNames } from './facts.ts';

/** A file that takes part in the graph. */
export interface GraphFile {
  id: number;
  source: string;
  path: string;
  /** `source` is a library that others import; `code` are programs that nobody imports from elsewhere. */
  role: 'source' | 'code';
  module: string;
  isPackage: boolean;
}

export type ClassBinding = Extract<Binding, readonly ['class', ...unknown[]]>;

/** A file's names, ready for looking up. */
export interface NameTable {
  bindings: ReadonlyMap<string, readonly Binding[]>;
  stars: readonly string[];
  exports: ReadonlySet<string> | null;
  /** Members of a class by its qualified name; null where there is no such class. */
  classOf(qualifiedName: string): ClassTable | null;
}

export interface ClassTable {
  bases: readonly string[];
  members: ReadonlyMap<string, readonly Binding[]>;
}

/** Names by spelling. A class that is defined twice counts as its last definition. */
export function nameTable(names: ModuleNames): NameTable {
  const bindings = grouped(names.names);
  const classes = new Map<string, ClassTable | null>();
  const find = (qualifiedName: string): ClassTable | null => {
    const known = classes.get(qualifiedName);
    if (known !== undefined) return known;
    const at = qualifiedName.lastIndexOf('.');
    const within = at === -1 ? bindings : find(qualifiedName.slice(0, at))?.members;
    const binding = within?.get(qualifiedName.slice(at + 1))?.findLast((each): each is ClassBinding => each[0] === 'class');
    const table = binding === undefined ? null : { bases: binding[1], members: grouped(binding[2]) };
    classes.set(qualifiedName, table);
    return table;
  };
  return { bindings, stars: names.stars, exports: names.exports === null ? null : new Set(names.exports), classOf: find };
}

function grouped(members: readonly Member[]): Map<string, Binding[]> {
  const byName = new Map<string, Binding[]>();
  for (const [name, binding] of members) {
    const known = byName.get(name);
    if (known === undefined) byName.set(name, [binding]);
    else known.push(binding);
  }
  return byName;
}

/** Keys of what a resolution looked at, so that a change of it can be found to matter. */
export const dependencyKeys = {
  /** Which files are the module of this name, as asked for. */
  module: (name: string): string => `m:${name}`,
  /** What a name of a file stands for, members of classes by their qualified names; of a class its bases alone. */
  name: (fileId: number, name: string): string => `n:${fileId}:${name}`,
  /** What a file takes over whole and what it gives out. */
  stars: (fileId: number): string => `s:${fileId}`,
};

/** Keys of which the values differ between two states of one file's names. */
export function changedKeys(fileId: number, before: ModuleNames, after: ModuleNames): string[] {
  const changed: string[] = [];
  const old = byQualifiedName(before);
  const fresh = byQualifiedName(after);
  for (const name of new Set([...old.keys(), ...fresh.keys()]))
    if (old.get(name) !== fresh.get(name)) changed.push(dependencyKeys.name(fileId, name));
  if (JSON.stringify([before.stars, before.exports]) !== JSON.stringify([after.stars, after.exports]))
    changed.push(dependencyKeys.stars(fileId));
  return changed;
}

/** What each name is bound to, members of classes by their qualified names. */
function byQualifiedName(names: ModuleNames): Map<string, string> {
  const texts = new Map<string, string>();
  const waiting = [{ members: names.names, prefix: '', mark: '' }];
  for (let scope = waiting.pop(); scope !== undefined; scope = waiting.pop()) {
    const classes = new Map<string, number>();
    for (const [name, binding] of scope.members) {
      const key = scope.prefix + name;
      let text = JSON.stringify(binding);
      if (binding[0] === 'class') {
        text = JSON.stringify(binding[1]);
        // Members of a second class of the same name are marked, so that one cannot pass for the other's.
        const earlier = classes.get(name) ?? 0;
        classes.set(name, earlier + 1);
        const mark = earlier === 0 ? scope.mark : `${scope.mark}${earlier}/`;
        waiting.push({ members: binding[2], prefix: `${key}.`, mark });
      }
      texts.set(key, `${texts.get(key) ?? ''}${scope.mark}${text}`);
    }
  }
  return texts;
}

/** 32 bits of a key (FNV-1a): two keys that collide only lead to a resolution too many. */
export function keyHash(key: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at += 1) {
    hash ^= key.charCodeAt(at);
    hash = Math.imul(hash, 0x01000193);
  }
  return hash >>> 0;
}
