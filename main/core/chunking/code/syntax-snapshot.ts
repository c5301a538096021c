import type { Tree } from '@vscode/tree-sitter-wasm';

/** tree-sitter's error node, outside the grammar's table. */
const errorKind = 0xffff;

const copies = new WeakMap<Tree, SyntaxSnapshot>();

/**
 * A syntax tree copied out of wasm memory once, in pre-order: node `i`'s descendants are `i + 1` to `last(i)`. Everything
 * after the copy is plain array work, without recursion, so that deep nesting cannot overflow a stack and no tree has to stay alive.
 */
export class SyntaxSnapshot {
  readonly text: string;
  readonly size: number;
  readonly #kinds: Uint16Array;
  readonly #starts: Uint32Array;
  readonly #ends: Uint32Array;
  readonly #fields: Uint16Array;
  readonly #parents: Int32Array;
  readonly #lasts: Uint32Array;
  readonly #kindNames: readonly string[];
  readonly #fieldNames: readonly (string | null)[];

  /** The copy of a tree, made once however many ask for it. */
  static of(tree: Tree, text: string): SyntaxSnapshot {
    let snapshot = copies.get(tree);
    if (snapshot === undefined) copies.set(tree, (snapshot = new SyntaxSnapshot(tree, text)));
    return snapshot;
  }

  private constructor(tree: Tree, text: string) {
    this.text = text;
    this.#kindNames = tree.language.types;
    this.#fieldNames = tree.language.fields;
    const kinds: number[] = [];
    const starts: number[] = [];
    const ends: number[] = [];
    const fields: number[] = [];
    const parents: number[] = [];
    const lasts: number[] = [];
    const open: number[] = [];
    const cursor = tree.walk();
    try {
      walk: for (;;) {
        const index = kinds.length;
        kinds.push(cursor.nodeTypeId);
        starts.push(cursor.startIndex);
        ends.push(cursor.endIndex);
        fields.push(cursor.currentFieldId);
        parents.push(open.at(-1) ?? -1);
        lasts.push(index);
        if (cursor.gotoFirstChild()) {
          open.push(index);
          continue;
        }
        while (!cursor.gotoNextSibling()) {
          if (!cursor.gotoParent()) break walk;
          const closed = open.pop();
          if (closed !== undefined) lasts[closed] = kinds.length - 1;
        }
      }
    } finally {
      cursor.delete();
    }
    this.size = kinds.length;
    this.#kinds = Uint16Array.from(kinds);
    this.#starts = Uint32Array.from(starts);
    this.#ends = Uint32Array.from(ends);
    this.#fields = Uint16Array.from(fields);
    this.#parents = Int32Array.from(parents);
    this.#lasts = Uint32Array.from(lasts);
  }

  kind(node: number): string {
    const id = this.#kinds[node] ?? 0;
    return id === errorKind ? 'ERROR' : (this.#kindNames[id] ?? '');
  }

  field(node: number): string | null {
    const id = this.#fields[node] ?? 0;
    return id === 0 ? null : (this.#fieldNames[id] ?? null);
  }

  start(node: number): number {
    return this.#starts[node] ?? 0;
  }

  end(node: number): number {
    return this.#ends[node] ?? 0;
  }

  /** -1 for the root. */
  parent(node: number): number {
    return this.#parents[node] ?? -1;
  }

  /** Last descendant, or the node itself when it is a leaf. */
  last(node: number): number {
    return this.#lasts[node] ?? node;
  }

  /** Whether the parser had to skip text inside the node. */
  broken(node: number): boolean {
    const last = this.last(node);
    for (let each = node; each <= last; each += 1) if (this.#kinds[each] === errorKind) return true;
    return false;
  }

  textOf(node: number): string {
    return this.text.slice(this.start(node), this.end(node));
  }

  children(node: number): number[] {
    const found: number[] = [];
    const last = this.last(node);
    for (let child = node + 1; child <= last; child = this.last(child) + 1) found.push(child);
    return found;
  }

  childByField(node: number, field: string): number | null {
    const last = this.last(node);
    for (let child = node + 1; child <= last; child = this.last(child) + 1) if (this.field(child) === field) return child;
    return null;
  }

  childByKind(node: number, kind: string): number | null {
    const last = this.last(node);
    for (let child = node + 1; child <= last; child = this.last(child) + 1) if (this.kind(child) === kind) return child;
    return null;
  }
}
