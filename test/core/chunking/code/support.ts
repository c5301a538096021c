import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import type { ChunkDraft, TokenCounter } from '../../../../main/core/chunk.ts';
import { chunkCode } from '../../../../main/core/chunking/code/chunk-code.ts';
import { SyntaxGrammars } from '../../../../main/services/syntax/grammars.ts';

const testFolder = path.resolve(import.meta.dirname, '../../..');
const grammars = new SyntaxGrammars();

/** Stands in for the model's tokenizer: words and punctuation marks. */
export const wordCounter: TokenCounter = { count: (text) => text.match(/[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu)?.length ?? 0 };

export function fixture(name: string): string {
  return readFileSync(path.join(testFolder, 'fixtures/code', name), 'utf8');
}

export async function chunk(
  text: string,
  given: { path?: string; language?: string; role?: 'code' | 'source' } = {},
): Promise<ChunkDraft[]> {
  const language = given.language ?? 'python';
  const file = { path: given.path ?? 'src/pkg/mod.py', text, language };
  return grammars.withTree(language, text, (tree) => chunkCode(file, given.role ?? 'source', tree, wordCounter));
}

export function bySymbol(chunks: readonly ChunkDraft[], symbol: string | null, type?: ChunkDraft['chunkType']): ChunkDraft {
  const found = chunks.find((one) => one.symbol === symbol && (type === undefined || one.chunkType === type));
  expect(
    found,
    `${type ?? 'chunk'} ${symbol} among ${chunks.map((one) => `${one.chunkType} ${one.symbol}`).join(', ')}`,
  ).toBeDefined();
  return found as ChunkDraft;
}

/** Compares with a file under test/golden/code; UPDATE_GOLDEN=1 writes it. */
export function expectGolden(name: string, value: unknown): void {
  const file = path.join(testFolder, 'golden/code', `${name}.json`);
  const text = `${JSON.stringify(value, null, 2)}\n`;
  if (process.env['UPDATE_GOLDEN'] === '1') {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  expect(existsSync(file), `${file} is missing; run with UPDATE_GOLDEN=1`).toBe(true);
  expect(text).toBe(readFileSync(file, 'utf8'));
}

/** Asserts that a chunk of plain lines holds exactly what stands in the file at its range, common indentation apart. */
export function expectTrueRange(text: string, one: ChunkDraft): void {
  const lines = text.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
  const there = lines.slice(one.startLine - 1, one.endLine);
  const content = one.content.split('\n');
  if (content.length === 1 && there.length === 1) {
    expect(there[0]).toContain(one.content);
    return;
  }
  expect(content.map((line) => line.trim())).toEqual(there.map((line) => line.trim()));
}
