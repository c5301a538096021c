import type { Tree } from '@vscode/tree-sitter-wasm';
import type { CapabilityTag, ChunkDraft, ChunkMetadata, FileText, TokenCounter } from '../../../chunk.ts';
import { definitionTable } from '../definitions.ts';
import { importsOf } from '../imports.ts';
import { licenceHeaderEnd } from '../licence.ts';
import { LineTokens } from '../line-tokens.ts';
import { SyntaxSnapshot } from '../syntax-snapshot.ts';
import { TextLines } from '../text-lines.ts';
import { domainOf } from '../taxonomy/domain.ts';
import { fileTags } from '../taxonomy/infer-tags.ts';
import { draftOfLines, makeDraft, windowTokens } from '../windows.ts';
import type { ChunkingFile } from '../windows.ts';
import { packUnits } from './pack-units.ts';
import type { PackedWindow } from './pack-units.ts';
import { topUnits } from './units.ts';
import type { UnitSource } from './units.ts';

/** What is known of the example a file belongs to. */
export interface ExampleFacts {
  exampleRoot?: string;
  tags?: CapabilityTag[];
  executionMode?: string;
  keyFiles?: string[];
  summary?: string;
  versionPin?: string;
}

/**
 * Windows of at most 256 tokens, aligned to the definitions of the syntax tree; without a tree, to paragraphs. Every line
 * that is not blank is in a window, save the licence header and the first imports where they fill more than a window has room for.
 */
export function chunkExampleCode(
  file: FileText,
  tree: Tree | null,
  counter: TokenCounter,
  facts: ExampleFacts = {},
  contentType: 'code' | 'source' = 'code',
): ChunkDraft[] {
  const lines = new TextLines(file.text);
  const tokens = new LineTokens(lines, counter);
  const definitions = definitionTable(file.language);
  const snapshot = tree === null || definitions === null ? null : SyntaxSnapshot.of(tree, file.text);
  const imports =
    snapshot === null || definitions === null ? undefined : importsOf(snapshot, definitions, file.path, file.language);
  const source: ChunkingFile = { file, lines, tokens, contentType };
  const units: UnitSource = { lines, tokens, snapshot, definitions, licenceEnd: licenceHeaderEnd(lines) };
  const shared: ChunkMetadata = {
    ...(imports === undefined ? {} : { imports }),
    ...(contentType === 'code'
      ? { tags: facts.tags ?? fileTags(file.path, imports ?? []), domain: domainOf(file.path, file.language) }
      : {}),
    ...(facts.exampleRoot === undefined ? {} : { exampleRoot: facts.exampleRoot }),
    ...(facts.executionMode === undefined ? {} : { executionMode: facts.executionMode }),
    ...(facts.keyFiles === undefined ? {} : { keyFiles: facts.keyFiles }),
    ...(facts.summary === undefined ? {} : { summary: facts.summary }),
    ...(facts.versionPin === undefined ? {} : { versionPin: facts.versionPin }),
  };
  return packUnits(units, topUnits(units), windowTokens).flatMap((window) => {
    const label = labelOf(window, shared);
    if (window.piece !== null) return [makeDraft(source, window.start, window.end, window.piece, label)];
    const draft = draftOfLines(source, window.start, window.end, label);
    return draft === null ? [] : [draft];
  });
}

function labelOf(
  window: PackedWindow,
  shared: ChunkMetadata,
): { chunkType: 'window' | 'class' | 'function'; symbol: string | null; metadata: ChunkMetadata } {
  const [first] = window.units;
  const whole =
    window.units.length === 1 && window.piece === null && first !== undefined && first.kind !== null && first.symbol !== null;
  const symbol = window.units.find((unit) => unit.symbol !== null)?.symbol ?? null;
  return { chunkType: whole && first.kind !== null ? first.kind : 'window', symbol, metadata: shared };
}
