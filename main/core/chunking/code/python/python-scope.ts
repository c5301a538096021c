import type { SyntaxSnapshot } from '../syntax-snapshot.ts';

/** What one function's own body does. Each list holds no name twice, in order of first occurrence. */
export interface ScopeFacts {
  yields: string[];
  calls: string[];
}

/**
 * Walks the executable body of one function. Nested functions, lambdas and nested classes are scope boundaries, with their
 * decorators and defaults; annotations are not executed code; comprehensions belong to the body; `yield from` does not count.
 */
export function scopeFacts(snapshot: SyntaxSnapshot, body: number): ScopeFacts {
  const yields = new Set<string>();
  const calls = new Set<string>();
  const last = snapshot.last(body);
  for (let node = body + 1; node <= last; node += 1) {
    switch (snapshot.kind(node)) {
      case 'function_definition':
      case 'class_definition':
      case 'decorated_definition':
      case 'lambda':
      case 'type':
        node = snapshot.last(node);
        break;
      case 'yield': {
        const name = yieldedClass(snapshot, node);
        if (name !== null) yields.add(name);
        break;
      }
      case 'call': {
        const name = calledMethod(snapshot, node);
        if (name !== null) calls.add(name);
        break;
      }
    }
  }
  return { yields: [...yields], calls: [...calls] };
}

/** `Frame` for `yield Frame(...)`, `yield frames.Frame(...)`, `yield Frame[int](...)`, also in parentheses. */
function yieldedClass(snapshot: SyntaxSnapshot, node: number): string | null {
  const call = yieldedCall(snapshot, node);
  return call === null ? null : classNameOf(snapshot, call);
}

/** The call whose class a `yield` makes an instance of; null for every other value. */
export function yieldedCall(snapshot: SyntaxSnapshot, node: number): number | null {
  let value: number | undefined;
  for (const child of snapshot.children(node)) {
    const kind = snapshot.kind(child);
    if (kind === 'from') return null;
    if (kind !== 'yield' && kind !== 'comment') value ??= child;
  }
  while (value !== undefined && snapshot.kind(value) === 'parenthesized_expression') {
    value = snapshot.children(value).find((child) => !['(', ')', 'comment'].includes(snapshot.kind(child)));
  }
  if (value === undefined || snapshot.kind(value) !== 'call') return null;
  return classNameOf(snapshot, value) === null ? null : value;
}

function classNameOf(snapshot: SyntaxSnapshot, call: number): string | null {
  let callee = snapshot.childByField(call, 'function');
  if (callee !== null && snapshot.kind(callee) === 'subscript') callee = snapshot.childByField(callee, 'value');
  if (callee !== null && snapshot.kind(callee) === 'attribute') callee = snapshot.childByField(callee, 'attribute');
  if (callee === null || snapshot.kind(callee) !== 'identifier') return null;
  const name = snapshot.textOf(callee);
  return looksLikeClass(name) ? name : null;
}

/** `method` for `self.method()`, `Class.method`, `super().method`; null for every other call. */
function calledMethod(snapshot: SyntaxSnapshot, node: number): string | null {
  const callee = snapshot.childByField(node, 'function');
  if (callee === null || snapshot.kind(callee) !== 'attribute') return null;
  const receiver = snapshot.childByField(callee, 'object');
  const attribute = snapshot.childByField(callee, 'attribute');
  if (receiver === null || attribute === null) return null;
  const method = snapshot.textOf(attribute);
  switch (snapshot.kind(receiver)) {
    case 'identifier': {
      const name = snapshot.textOf(receiver);
      if (name === 'self' || name === 'cls') return method;
      return looksLikeClass(name) ? `${name}.${method}` : null;
    }
    case 'call': {
      const called = snapshot.childByField(receiver, 'function');
      return called !== null && snapshot.textOf(called) === 'super' ? `super().${method}` : null;
    }
    case 'attribute': {
      // module.Outer.Inner.method(): from the first class on. self.member.method() is another object's business.
      const text = snapshot.textOf(receiver);
      if (text.length > 200 || !/^[\p{ID_Start}_][\p{ID_Continue}.]*$/u.test(text)) return null;
      const parts = text.split('.');
      const first = parts.findIndex((part) => looksLikeClass(part));
      if (first === -1 || parts[0] === 'self' || parts[0] === 'cls') return null;
      return parts.slice(first).every((part) => looksLikeClass(part)) ? `${parts.slice(first).join('.')}.${method}` : null;
    }
    default:
      return null;
  }
}

/** Class names begin with a capital by convention; `MAX_SIZE` and `_LOCK` are constants. */
export function looksLikeClass(name: string): boolean {
  return /^_*\p{Lu}/u.test(name) && !/^_+[\p{Lu}\d_]+$|^[\p{Lu}\d]+_[\p{Lu}\d_]+$/u.test(name);
}
