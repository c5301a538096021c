import type { SyntaxSnapshot } from '../../chunking/code/syntax-snapshot.ts';
import type { TypeText } from '../facts.ts';
import { alternativePaths } from './expression-path.ts';
import { annotationType } from './type-text.ts';

/** Assignments through other local names that are followed. */
const mostHops = 4;

/** The names that a function's body binds itself, with what is known of their types. */
export class LocalNames {
  readonly #annotated = new Map<string, TypeText>();
  readonly #assigned = new Map<string, Set<TypeText>>();
  readonly #global = new Set<string>();

  /** Binds a name to something; `''` when its type is not known, null when the value says nothing (`x = None`). */
  bind(name: string, type: TypeText | null): void {
    const known = this.#assigned.get(name) ?? new Set();
    if (type !== null) known.add(type);
    this.#assigned.set(name, known);
  }

  annotate(name: string, type: TypeText): void {
    this.bind(name, null);
    if (type !== '' && !this.#annotated.has(name)) this.#annotated.set(name, type);
    else if (type === '') this.bind(name, '');
  }

  /** `global x` and `nonlocal x`: the name is not the body's own. */
  exclude(name: string): void {
    this.#global.add(name);
  }

  has(name: string): boolean {
    return this.#assigned.has(name) && !this.#global.has(name);
  }

  typeOf(name: string): TypeText {
    const annotated = this.#annotated.get(name);
    if (annotated !== undefined) return annotated;
    const types = [...(this.#assigned.get(name) ?? [])];
    return types.length === 1 ? (types[0] ?? '') : '';
  }

  /** A type without this body's names, so that it can be understood elsewhere; empty where that cannot be. */
  withoutLocals(type: TypeText): TypeText {
    let text = type;
    for (let hop = 0; hop < mostHops && text.startsWith('='); hop += 1) {
      const root = /^=([^.(<]*)/.exec(text)?.[1] ?? '';
      if (root === '' || !this.has(root)) return text;
      const behind = text.slice(1 + root.length);
      const known = this.typeOf(root);
      if (known === '') return '';
      if (known.startsWith('=')) text = known + behind;
      else text = behind === '' ? known : `=<${known.slice(1)}>${behind}`;
    }
    return text.startsWith('=') && this.has(/^=([^.(<]*)/.exec(text)?.[1] ?? '') ? '' : text;
  }

  bindParameters(snapshot: SyntaxSnapshot, parameters: number): void {
    for (const child of snapshot.children(parameters)) {
      const kind = snapshot.kind(child);
      if (kind === 'identifier') this.bind(snapshot.textOf(child), '');
      else if (kind === 'default_parameter') {
        const name = snapshot.childByField(child, 'name');
        if (name !== null) this.bindPattern(snapshot, name);
      } else if (kind === 'typed_parameter' || kind === 'typed_default_parameter') {
        const name = snapshot.childByField(child, 'name') ?? snapshot.children(child)[0];
        const type = snapshot.childByField(child, 'type');
        if (name === undefined) continue;
        if (snapshot.kind(name) === 'identifier')
          this.annotate(snapshot.textOf(name), type === null ? '' : annotationType(snapshot.textOf(type)));
        else this.bindPattern(snapshot, name);
      } else if (kind.endsWith('_pattern')) this.bindPattern(snapshot, child);
    }
  }

  /** Binds each name of a target such as `a, (b, *c)`; attributes and items are no names. */
  bindPattern(snapshot: SyntaxSnapshot, target: number): void {
    const last = snapshot.last(target);
    for (let node = target; node <= last; node += 1) {
      const kind = snapshot.kind(node);
      if (kind === 'attribute' || kind === 'subscript' || kind === 'call') node = snapshot.last(node);
      else if (kind === 'identifier') this.bind(snapshot.textOf(node), '');
    }
  }
}

/** What an assignment says of its target's type; null when it says nothing. */
export function valueType(snapshot: SyntaxSnapshot, value: number | null): TypeText | null {
  if (value === null || snapshot.kind(value) === 'none') return null;
  const [path] = alternativePaths(snapshot, value);
  return path === undefined ? '' : `=${path}`;
}
