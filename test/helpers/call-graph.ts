import { nameTable, type GraphFile, type NameTable } from '../../main/core/graph/corpus.ts';
import { Evaluator } from '../../main/core/graph/evaluate.ts';
import type { FileGraph } from '../../main/core/graph/facts.ts';
import { ModuleIndex } from '../../main/core/graph/module-index.ts';
import { pythonGraph } from '../../main/core/graph/python/python-graph.ts';
import { resolveFile } from '../../main/core/graph/resolve-file.ts';
import { parse } from '../../main/services/syntax/grammars.ts';

/** Names and calls of one Python text. */
export async function graphOf(text: string, path = 'src/kit/one.py'): Promise<FileGraph> {
  const tree = await parse('python', text);
  try {
    return pythonGraph({ path, text, language: 'python' }, tree!);
  } finally {
    tree?.delete();
  }
}

/**
 * Edges of Python files by path, as `from → path:name confidence` or `from → name unresolved`, `⇢` for what is yielded. Paths
 * may begin with `source:`; those below `examples/` are programs. With `only` the edges of that file alone.
 */
export async function resolvedEdges(files: Readonly<Record<string, string>>, only?: string): Promise<string[]> {
  const graphs = new Map<number, FileGraph>();
  const members: GraphFile[] = [];
  for (const [id, [key, text]] of Object.entries(files).entries()) {
    const [path, source] = key.split(':').toReversed() as [string, string | undefined];
    const graph = await graphOf(text, path);
    graphs.set(id, graph);
    const { module, isPackage } = graph;
    const role = path.startsWith('examples/') ? 'code' : 'source';
    members.push({ id, source: source ?? 'corpus', path, role, module, isPackage });
  }
  const tables = new Map<number, NameTable>();
  const names = (file: GraphFile): NameTable => {
    const table = tables.get(file.id) ?? nameTable(graphs.get(file.id)!.names);
    tables.set(file.id, table);
    return table;
  };
  const evaluator = new Evaluator({ modules: new ModuleIndex(members), names });
  return members
    .filter(({ path }) => only === undefined || path === only)
    .flatMap((file) => resolveFile(file, graphs.get(file.id)!.scopes, evaluator).edges)
    .map(({ kind, from, name, confidence, to }) => {
      const target = to === null ? name : `${members[to.file]!.path.replace('src/kit/', '')}:${to.name}`;
      return `${from} ${kind === 'yields' ? '⇢' : '→'} ${target} ${confidence}`;
    });
}
