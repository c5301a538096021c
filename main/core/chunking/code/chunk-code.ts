import type { Tree } from '@vscode/tree-sitter-wasm';
import type { ChunkDraft, FileText, TokenCounter } from '../../chunk.ts';
import { chunkExampleCode } from './example/example-code.ts';
import type { ExampleFacts } from './example/example-code.ts';
import { chunkPythonSource } from './python/python-source.ts';

/** Chunks of a code file: Python source in full depth, everything else as windows. The tree stays the caller's to delete. */
export function chunkCode(
  file: FileText,
  role: 'code' | 'source',
  tree: Tree | null,
  counter: TokenCounter,
  facts?: ExampleFacts,
): ChunkDraft[] {
  if (role === 'source' && file.language === 'python' && tree !== null) return chunkPythonSource(file, tree, counter);
  return chunkExampleCode(file, tree, counter, facts, role);
}
