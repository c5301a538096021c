import type { SyntaxSnapshot } from './syntax-snapshot.ts';

/** Which nodes define something in a language. */
export interface DefinitionTable {
  functions: ReadonlySet<string>;
  classes: ReadonlySet<string>;
  /** Nodes that only surround a definition (decorators, `export`); the definition reaches as far as they do. */
  wrappers: ReadonlySet<string>;
  /** Nodes that are looked through without being definitions themselves. */
  containers: ReadonlySet<string>;
  imports: ReadonlySet<string>;
}

function table(functions: string, classes: string, wrappers: string, containers: string, imports: string): DefinitionTable {
  const set = (words: string): ReadonlySet<string> => new Set(words.split(' ').filter((word) => word !== ''));
  return {
    functions: set(functions),
    classes: set(classes),
    wrappers: set(wrappers),
    containers: set(containers),
    imports: set(imports),
  };
}

const javascript = table(
  'function_declaration generator_function_declaration method_definition function_signature',
  'class_declaration abstract_class_declaration interface_declaration type_alias_declaration enum_declaration class',
  'export_statement ambient_declaration',
  'class_body module internal_module statement_block expression_statement',
  'import_statement',
);

const tables: Readonly<Record<string, DefinitionTable>> = {
  python: table(
    'function_definition',
    'class_definition',
    'decorated_definition',
    'block',
    'import_statement import_from_statement future_import_statement',
  ),
  typescript: javascript,
  tsx: javascript,
  javascript,
  jsx: javascript,
  go: table('function_declaration method_declaration', 'type_declaration', '', '', 'import_declaration package_clause'),
  rust: table(
    'function_item macro_definition',
    'struct_item enum_item trait_item impl_item union_item',
    '',
    'declaration_list mod_item',
    'use_declaration extern_crate_declaration',
  ),
  java: table(
    'method_declaration constructor_declaration',
    'class_declaration interface_declaration enum_declaration record_declaration annotation_type_declaration',
    '',
    'class_body interface_body enum_body enum_body_declarations',
    'import_declaration package_declaration',
  ),
  csharp: table(
    'method_declaration constructor_declaration local_function_statement',
    'class_declaration interface_declaration struct_declaration enum_declaration record_declaration delegate_declaration',
    'global_statement',
    'declaration_list namespace_declaration file_scoped_namespace_declaration',
    'using_directive',
  ),
  cpp: table(
    'function_definition',
    'class_specifier struct_specifier enum_specifier union_specifier',
    'template_declaration declaration type_definition',
    'field_declaration_list namespace_definition linkage_specification declaration_list preproc_ifdef preproc_if',
    'preproc_include using_declaration',
  ),
  ruby: table('method singleton_method', 'class module', '', 'body_statement', ''),
  php: table(
    'function_definition method_declaration',
    'class_declaration interface_declaration trait_declaration enum_declaration',
    '',
    'declaration_list namespace_definition compound_statement',
    'namespace_use_declaration',
  ),
  bash: table('function_definition', '', '', '', ''),
};

const aliases: Readonly<Record<string, string>> = { c: 'cpp', shell: 'bash' };

/** The table of a language, null where we know none. */
export function definitionTable(language: string): DefinitionTable | null {
  const name = Object.hasOwn(aliases, language) ? (aliases[language] ?? language) : language;
  return Object.hasOwn(tables, name) ? (tables[name] ?? null) : null;
}

/** A function, method, class or other type that a node defines. */
export interface Definition {
  kind: 'class' | 'function';
  name: string;
  /** The node that defines; the caller widens it to its wrappers. */
  node: number;
}

/** What a node defines, null when nothing. */
export function definitionAt(snapshot: SyntaxSnapshot, node: number, definitions: DefinitionTable): Definition | null {
  const kind = snapshot.kind(node);
  if (definitions.classes.has(kind)) {
    const name = nameOf(snapshot, node);
    // `class` is also the keyword's own leaf, and `struct Point p;` only uses one.
    return snapshot.last(node) === node ||
      (name !== '' && kind.endsWith('_specifier') && snapshot.childByField(node, 'body') === null)
      ? null
      : { kind: 'class', name, node };
  }
  if (definitions.functions.has(kind)) return { kind: 'function', name: nameOf(snapshot, node), node };
  // const App = () => …, module.exports.handler = function …
  if (kind === 'lexical_declaration' || kind === 'variable_declaration') {
    const declarator = snapshot.childByKind(node, 'variable_declarator');
    const value = declarator === null ? null : snapshot.childByField(declarator, 'value');
    if (declarator !== null && value !== null && isFunctionValue(snapshot, value))
      return { kind: 'function', name: nameOf(snapshot, declarator), node };
  }
  return null;
}

function isFunctionValue(snapshot: SyntaxSnapshot, node: number): boolean {
  const kind = snapshot.kind(node);
  if (kind === 'arrow_function' || kind === 'function_expression' || kind === 'function' || kind === 'class') return true;
  // memo(() => …), forwardRef(function …): a component wrapped in a call.
  const list = kind === 'call_expression' ? snapshot.childByField(node, 'arguments') : null;
  return (
    list !== null &&
    snapshot
      .children(list)
      .some((child) => snapshot.kind(child) === 'arrow_function' || snapshot.kind(child) === 'function_expression')
  );
}

function nameOf(snapshot: SyntaxSnapshot, node: number): string {
  let at: number | null = node;
  // C++ names hide in declarators: function_definition > pointer_declarator > function_declarator > identifier.
  for (let depth = 0; depth < 8 && at !== null; depth += 1) {
    const name: number | null = snapshot.childByField(at, 'name');
    if (name !== null) return cleanName(snapshot.textOf(name));
    const kind = snapshot.kind(at);
    if (kind === 'identifier' || kind === 'field_identifier' || kind === 'qualified_identifier')
      return cleanName(snapshot.textOf(at));
    if (kind === 'impl_item') return cleanName(textOfField(snapshot, at, 'type'));
    if (kind === 'type_declaration') at = snapshot.childByKind(at, 'type_spec') ?? snapshot.childByKind(at, 'type_alias');
    else at = snapshot.childByField(at, 'declarator');
  }
  return '';
}

function textOfField(snapshot: SyntaxSnapshot, node: number, field: string): string {
  const child = snapshot.childByField(node, field);
  return child === null ? '' : snapshot.textOf(child);
}

/** Generic arguments and white space do not belong to a symbol. */
function cleanName(text: string): string {
  return text
    .replace(/<[\s\S]*$/, '')
    .replaceAll('::', '.')
    .trim()
    .slice(0, 200);
}
