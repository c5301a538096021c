import type { Tree } from '@vscode/tree-sitter-wasm';
import type { ChunkDraft, ChunkMetadata, FileText, TokenCounter } from '../../../chunk.ts';
import { licenceHeaderEnd } from '../licence.ts';
import { LineTokens } from '../line-tokens.ts';
import { SyntaxSnapshot } from '../syntax-snapshot.ts';
import { clip, dedent, TextLines } from '../text-lines.ts';
import { draftOfLines, fileName, makeDraft, plainWindows } from '../windows.ts';
import type { ChunkingFile } from '../windows.ts';
import { docstringStatement, docstringText } from './python-docstring.ts';
import { isPythonImport, pythonModulePath } from './python-imports.ts';
import { classMetadata, functionMetadata, moduleImports, moduleMetadata } from './python-metadata.ts';
import type { PythonContext } from './python-metadata.ts';
import { allDefinitions, lastLineOf, readPythonModule } from './python-module.ts';
import type { PythonDefinition, PythonModule } from './python-module.ts';
import { classBudget, hasOwnChunk, moduleBudget, renderOverview } from './python-overview.ts';
import type { LineRange } from './python-overview.ts';
import { attributeDocstring, definedType, exportedNames } from './python-types.ts';

/** No chunk is longer, in characters; a longer body is cut into windows. */
const longestChunk = 60_000;
/** A docstring above this is not shown in an overview but becomes windows. */
const longestOverviewDocstring = 12_000;

/**
 * Chunks of a Python file of the framework: module overview, class overviews, methods and functions of three lines or more,
 * type definitions, and windows for everything else. Every line that is not blank and no licence header is in some chunk.
 */
export function chunkPythonSource(file: FileText, tree: Tree, counter: TokenCounter): ChunkDraft[] {
  const lines = new TextLines(file.text);
  const source: ChunkingFile = { file, lines, tokens: new LineTokens(lines, counter), contentType: 'source' };
  const snapshot = SyntaxSnapshot.of(tree, file.text);
  const modulePath = pythonModulePath(file.path);
  const isPackage = fileName(file.path).startsWith('__init__.');
  const context: PythonContext = { snapshot, modulePath, isPackage, imports: moduleImports(snapshot, modulePath, isPackage) };
  const module = readPythonModule(snapshot, lines);

  const drafts = moduleDrafts(source, context, module);
  for (const definition of allDefinitions(module)) {
    if (definition.kind === 'class') drafts.push(...classDrafts(source, context, definition));
    else if (hasOwnChunk(definition)) drafts.push(...functionDrafts(source, context, definition));
  }
  return drafts.sort((a, b) => a.startLine - b.startLine || b.endLine - a.endLine);
}

function moduleDrafts(source: ChunkingFile, context: PythonContext, module: PythonModule): ChunkDraft[] {
  const { snapshot } = context;
  const { lines } = source;
  const metadata = moduleMetadata(context);
  const skip: LineRange[] = [];
  const licenceEnd = licenceHeaderEnd(lines);
  if (licenceEnd > 0) skip.push({ start: 1, end: licenceEnd });
  const docstring = docstringStatement(snapshot, 0);
  const docstringRange = docstring === null ? null : rangeOf(snapshot, lines, docstring);
  const leftOverDocstring = docstring !== null && snapshot.end(docstring) - snapshot.start(docstring) > longestOverviewDocstring;
  if (docstringRange !== null) skip.push(docstringRange);
  for (const node of snapshot.children(0))
    if (isPythonImport(snapshot.kind(node)) && ownsItsLines(snapshot, lines, node)) skip.push(rangeOf(snapshot, lines, node));
  const exported: string[] = [];
  for (const statement of module.statements) {
    const names = exportedNames(snapshot, statement);
    if (names === null || !ownsItsLines(snapshot, lines, statement)) continue;
    exported.push(...names);
    skip.push(rangeOf(snapshot, lines, statement));
  }
  const types = typesOf(snapshot, lines, module.statements);

  const overview = renderOverview(snapshot, lines, {
    start: 1,
    end: lines.count,
    definitions: module.definitions,
    statements: module.statements,
    skip,
    elsewhere: types.map(({ range }) => range),
    budget: moduleBudget,
    withDecorators: false,
  });
  const leftOver = leftOverDocstring && docstringRange !== null ? [docstringRange, ...overview.leftOver] : overview.leftOver;
  const windowMetadata: ChunkMetadata = { modulePath: context.modulePath, imports: context.imports };
  const drafts = leftOver.flatMap(({ start, end }) =>
    plainWindows(source, start, end, { chunkType: 'window', symbol: null, metadata: windowMetadata }),
  );
  for (const { name, range } of types) drafts.push(...typeDrafts(source, context, name, range, null));

  const shownDocstring = docstring === null || leftOverDocstring ? '' : docstringText(snapshot, docstring);
  const shownImports = context.imports.length === 0 ? '' : clip(`imports: ${context.imports.join(', ')}`, 8_000);
  const shownExports = exported.length === 0 ? '' : clip(`exports: ${exported.join(', ')}`, 8_000);
  const sections = [shownDocstring, overview.content.join('\n'), shownExports, shownImports].filter(
    (section) => section.trim() !== '',
  );
  if (sections.length > 0) {
    const span = nonBlankSpan(lines, 1, lines.count);
    const content = clip([`module ${context.modulePath}`, ...sections].join('\n\n'), longestChunk);
    drafts.push(makeDraft(source, span.start, span.end, content, { chunkType: 'module', symbol: null, metadata }));
  }
  return drafts;
}

function classDrafts(source: ChunkingFile, context: PythonContext, definition: PythonDefinition): ChunkDraft[] {
  const { snapshot } = context;
  const { lines } = source;
  const metadata = classMetadata(context, definition);
  const docstring = definition.body === null ? null : docstringStatement(snapshot, definition.body);
  const skip: LineRange[] = [];
  // A docstring shows where it stands, outside the budget of the other statements.
  const docstringRange =
    docstring === null || !ownsItsLines(snapshot, lines, docstring) ? null : rangeOf(snapshot, lines, docstring);
  if (docstringRange !== null) skip.push(docstringRange);
  const types = typesOf(snapshot, lines, definition.statements);
  const bodyStart = docstringRange === null ? definition.startLine : docstringRange.end + 1;
  const overview = renderOverview(snapshot, lines, {
    start: bodyStart,
    end: definition.endLine,
    definitions: definition.members,
    statements: definition.statements,
    skip,
    elsewhere: types.map(({ range }) => range),
    budget: classBudget,
    withDecorators: true,
  });
  const content: string[] = [];
  const leftOver = [...overview.leftOver];
  if (docstringRange !== null && docstring !== null) {
    content.push(...lines.slice(definition.startLine, docstringRange.start - 1));
    if (snapshot.end(docstring) - snapshot.start(docstring) > longestOverviewDocstring) leftOver.push(docstringRange);
    else content.push(...lines.slice(docstringRange.start, docstringRange.end));
    if (overview.content.length > 0) content.push('');
  }
  content.push(...overview.content);
  const label = { chunkType: 'class' as const, symbol: definition.qualifiedName, metadata };
  const drafts = [
    makeDraft(
      source,
      definition.startLine,
      definition.endLine,
      clip(dedent(content.join('\n').split('\n')).join('\n'), longestChunk),
      label,
    ),
  ];
  const { modulePath } = context;
  const windowLabel = {
    chunkType: 'window' as const,
    symbol: definition.qualifiedName,
    metadata: { modulePath, className: definition.qualifiedName, imports: context.imports },
  };
  for (const { start, end } of leftOver) drafts.push(...plainWindows(source, start, end, windowLabel));
  for (const { name, range } of types)
    drafts.push(...typeDrafts(source, context, `${definition.qualifiedName}.${name}`, range, definition));
  return drafts;
}

function functionDrafts(source: ChunkingFile, context: PythonContext, definition: PythonDefinition): ChunkDraft[] {
  const chunkType = definition.owner === null ? 'function' : 'method';
  return wholeOrWindows(source, definition.startLine, definition.endLine, {
    chunkType,
    symbol: definition.qualifiedName,
    metadata: functionMetadata(context, definition),
  });
}

function typeDrafts(
  source: ChunkingFile,
  context: PythonContext,
  symbol: string,
  range: LineRange,
  owner: PythonDefinition | null,
): ChunkDraft[] {
  const metadata: ChunkMetadata = {
    modulePath: context.modulePath,
    ...(owner === null ? {} : { className: owner.qualifiedName }),
    imports: context.imports,
  };
  return wholeOrWindows(source, range.start, range.end, { chunkType: 'type', symbol, metadata });
}

function wholeOrWindows(
  source: ChunkingFile,
  start: number,
  end: number,
  label: Parameters<typeof draftOfLines>[3],
): ChunkDraft[] {
  const draft = draftOfLines(source, start, end, label);
  if (draft === null) return [];
  return draft.content.length <= longestChunk ? [draft] : plainWindows(source, start, end, label);
}

function typesOf(
  snapshot: SyntaxSnapshot,
  lines: TextLines,
  statements: readonly number[],
): { name: string; range: LineRange }[] {
  return statements.flatMap((statement) => {
    const name = definedType(snapshot, statement);
    if (name === null || !ownsItsLines(snapshot, lines, statement)) return [];
    const documentation = attributeDocstring(snapshot, statement);
    const last = documentation !== null && ownsItsLines(snapshot, lines, documentation) ? documentation : statement;
    return [{ name, range: { start: rangeOf(snapshot, lines, statement).start, end: lastLineOf(snapshot, lines, last) } }];
  });
}

function rangeOf(snapshot: SyntaxSnapshot, lines: TextLines, node: number): LineRange {
  return { start: lines.lineAt(snapshot.start(node)), end: lastLineOf(snapshot, lines, node) };
}

/** False when something else stands on the node's first or last line, which would be lost with it; comments behind it may. */
function ownsItsLines(snapshot: SyntaxSnapshot, lines: TextLines, node: number): boolean {
  if (!lines.startsLine(snapshot.start(node))) return false;
  const end = snapshot.end(node);
  const newline = snapshot.text.indexOf('\n', end);
  const behind = snapshot.text.slice(end, newline === -1 ? undefined : newline).trim();
  return behind === '' || behind.startsWith('#');
}

function nonBlankSpan(lines: TextLines, start: number, end: number): LineRange {
  let first = start;
  let last = end;
  while (first < last && lines.isBlank(first)) first += 1;
  while (last > first && lines.isBlank(last)) last -= 1;
  return { start: first, end: last };
}
