import type { SyntaxSnapshot } from '../syntax-snapshot.ts';

/** Subscripted names that build a type: `Union[...]`, `dict[str, Any]`. */
const typeConstructors = new Set(
  'Annotated AnyStr AsyncGenerator AsyncIterable AsyncIterator Awaitable Callable ClassVar Coroutine DefaultDict Deque Dict Final FrozenSet Generator Iterable Iterator List Literal Mapping MutableMapping NotRequired Optional Required Sequence Set Tuple Type TypeGuard Union dict frozenset list set tuple type'.split(
    ' ',
  ),
);
/** Calls that make a type. TypeVar and its kin are not worth a chunk of their own. */
const typeFactories = new Set([
  'NewType',
  'TypedDict',
  'NamedTuple',
  'namedtuple',
  'Enum',
  'IntEnum',
  'StrEnum',
  'Flag',
  'IntFlag',
  'TypeAliasType',
  'Protocol',
  'create_model',
  'make_dataclass',
]);

/** Name that a statement defines as a type (alias, NewType, functional TypedDict or Enum), else null. */
export function definedType(snapshot: SyntaxSnapshot, statement: number): string | null {
  const kind = snapshot.kind(statement);
  if (kind === 'type_alias_statement') {
    const left =
      snapshot.childByField(statement, 'left') ??
      snapshot.children(statement).find((child) => snapshot.kind(child) === 'type') ??
      null;
    return left === null ? null : (/^[\p{ID_Start}_][\p{ID_Continue}]*/u.exec(snapshot.textOf(left))?.[0] ?? null);
  }
  if (kind !== 'expression_statement') return null;
  const assignment = statement + 1;
  if (assignment > snapshot.last(statement) || snapshot.kind(assignment) !== 'assignment') return null;
  const left = snapshot.childByField(assignment, 'left');
  if (left === null || snapshot.kind(left) !== 'identifier') return null;
  const name = snapshot.textOf(left);
  const annotation = snapshot.childByField(assignment, 'type');
  if (annotation !== null) return /(^|\.)TypeAlias$/.test(snapshot.textOf(annotation)) ? name : null;
  const right = snapshot.childByField(assignment, 'right');
  return right !== null && isTypeExpression(snapshot, right, name) ? name : null;
}

function isTypeExpression(snapshot: SyntaxSnapshot, node: number, name: string): boolean {
  // `name = list[0]` is no type: aliases are written in CamelCase.
  const camelCase = /^_*\p{Lu}/u.test(name) && /\p{Ll}/u.test(name);
  switch (snapshot.kind(node)) {
    case 'call': {
      const callee = snapshot.childByField(node, 'function');
      return callee !== null && typeFactories.has(lastName(snapshot.textOf(callee)));
    }
    case 'subscript': {
      const value = snapshot.childByField(node, 'value');
      return camelCase && value !== null && typeConstructors.has(lastName(snapshot.textOf(value)));
    }
    case 'binary_operator':
      return camelCase && isUnionOfNames(snapshot, node);
    default:
      return false;
  }
}

/** `A | B[int] | None`: only names, subscripts and | at the top. */
function isUnionOfNames(snapshot: SyntaxSnapshot, node: number): boolean {
  const last = snapshot.last(node);
  for (let child = node + 1; child <= last; child += 1) {
    switch (snapshot.kind(child)) {
      case 'binary_operator':
      case '|':
        break;
      case 'identifier':
      case 'attribute':
      case 'subscript':
      case 'none':
      case 'string':
        child = snapshot.last(child);
        break;
      default:
        return false;
    }
  }
  return true;
}

function lastName(text: string): string {
  return text.split('.').at(-1) ?? '';
}

/** Names in `__all__ = [...]`, null for any other statement. */
export function exportedNames(snapshot: SyntaxSnapshot, statement: number): string[] | null {
  const assignment = statement + 1;
  if (snapshot.kind(statement) !== 'expression_statement' || snapshot.kind(assignment) !== 'assignment') return null;
  const left = snapshot.childByField(assignment, 'left');
  const right = snapshot.childByField(assignment, 'right');
  if (left === null || right === null || snapshot.textOf(left) !== '__all__') return null;
  if (snapshot.kind(right) !== 'list' && snapshot.kind(right) !== 'tuple') return null;
  const names: string[] = [];
  for (const child of snapshot.children(right)) {
    const kind = snapshot.kind(child);
    if (kind === 'string') names.push(snapshot.textOf(child).replace(/^[a-zA-Z]*["']+|["']+$/g, ''));
    else if (!['[', ']', '(', ')', ',', 'comment'].includes(kind)) return null;
  }
  return names;
}

/** The string statement directly behind a statement, which documents it; null when there is none. */
export function attributeDocstring(snapshot: SyntaxSnapshot, statement: number): number | null {
  const next = snapshot.last(statement) + 1;
  if (next >= snapshot.size || snapshot.parent(next) !== snapshot.parent(statement)) return null;
  return snapshot.kind(next) === 'expression_statement' &&
    snapshot.kind(next + 1) === 'string' &&
    snapshot.end(next + 1) === snapshot.end(next)
    ? next
    : null;
}
