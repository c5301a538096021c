import type { TypeText } from '../facts.ts';

/** Longest annotation that is read, in characters. */
const longestAnnotation = 400;
/** Most classes of one annotation that are kept. */
const mostClasses = 4;

/** Generics whose arguments are what a value of the type may be. */
const transparent = new Set(['Optional', 'Union', 'Annotated', 'Final', 'ClassVar', 'Required', 'NotRequired', 'ReadOnly']);
/** Types without methods that any corpus defines. */
const plain = new Set(
  'None Any object str int float bool bytes bytearray complex list dict set frozenset tuple List Dict Set FrozenSet Tuple Sequence Iterable Iterator Mapping MutableMapping Callable Awaitable Coroutine AsyncIterator AsyncIterable AsyncGenerator Generator Type type Literal Never NoReturn TypeVar'.split(
    ' ',
  ),
);

/** The classes that an annotation names: `:Foo|b.Bar` of `Optional["Foo"] | b.Bar[int]`; empty where it names none. */
export function annotationType(text: string): TypeText {
  const found: string[] = [];
  if (text.length <= longestAnnotation) collect(text.replace(/[\s"'\\]/g, ''), found, 0);
  const classes = [...new Set(found)].slice(0, mostClasses);
  return classes.length === 0 ? '' : `:${classes.join('|')}`;
}

function collect(text: string, found: string[], depth: number): void {
  if (depth > 6) return;
  for (const part of splitAtTop(text, '|')) {
    const match = /^([\p{ID_Start}_][\p{ID_Continue}.]*)(?:\[(.*)\])?$/u.exec(part);
    const head = match?.[1];
    if (head === undefined) continue;
    const name = head.slice(head.lastIndexOf('.') + 1);
    if (transparent.has(name)) {
      const inner = splitAtTop(match?.[2] ?? '', ',');
      // What follows the first argument of Annotated is about the type, not a type.
      for (const argument of name === 'Annotated' ? inner.slice(0, 1) : inner) collect(argument, found, depth + 1);
    } else if (!plain.has(name)) found.push(head);
  }
}

/** Parts between separators that stand in no brackets. */
function splitAtTop(text: string, separator: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '[' || character === '(') depth += 1;
    else if (character === ']' || character === ')') depth -= 1;
    else if (character === separator && depth === 0) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  parts.push(text.slice(start));
  return parts.filter((part) => part !== '');
}
