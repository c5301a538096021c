import { setImmediate } from 'node:timers/promises';
import { throwIfCancelled } from '../../core/abort.ts';
import { dependencyKeys, keyHash, nameTable, type GraphFile, type NameTable } from '../../core/graph/corpus.ts';
import { Evaluator } from '../../core/graph/evaluate.ts';
import { ModuleIndex, moduleSuffixes } from '../../core/graph/module-index.ts';
import { resolveFile } from '../../core/graph/resolve-file.ts';
import type { Logger } from '../../core/logger.ts';
import type { GraphStore } from '../../store/graph-store.ts';

/** Files whose edges are written in one transaction; other work gets its turn in between. */
const filesPerTransaction = 40;

/**
 * Resolves the calls of every file that changed and of every file that looked at something which changed. What a resolution
 * looked at is kept with it, so the result is that of resolving everything anew. Returns the number of files resolved.
 */
export async function resolveGraph(store: GraphStore, logger: Logger, signal?: AbortSignal): Promise<number> {
  const changes = store.changes();
  const waiting = store.waiting();
  if (changes.length === 0 && waiting.length === 0) return 0;
  const started = performance.now();
  const affected = [...new Set([...waiting, ...store.dependants(changedHashes(changes))])].sort((a, b) => a - b);
  const modules = new ModuleIndex(store.files());
  const tables = new Map<number, NameTable>();
  const names = (file: GraphFile): NameTable => {
    let table = tables.get(file.id);
    if (table === undefined) tables.set(file.id, (table = nameTable(store.names(file.id))));
    return table;
  };
  const evaluator = new Evaluator({ modules, names });
  for (let start = 0; start < affected.length; start += filesPerTransaction) {
    await setImmediate();
    throwIfCancelled(signal);
    const batch = affected.slice(start, start + filesPerTransaction).flatMap((id) => {
      const file = modules.file(id);
      return file === undefined ? [] : [{ id, ...resolveFile(file, store.scopes(id), evaluator) }];
    });
    store.writeEdges(batch);
  }
  store.settleChanges();
  logger.debug('calls resolved', { files: affected.length, elapsedMs: Math.round(performance.now() - started) });
  return affected.length;
}

/** Hashes of all keys that a change stands for: a module that comes or goes may be what any end of its name meant. */
function changedHashes(changes: readonly string[]): Set<number> {
  const prefix = dependencyKeys.module('');
  return new Set(
    changes
      .flatMap((key) =>
        key.startsWith(prefix) ? moduleSuffixes(key.slice(prefix.length)).map((name) => dependencyKeys.module(name)) : [key],
      )
      .map(keyHash),
  );
}
