import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import type { ChunkDraft, TokenCounter } from '../../../../main/core/chunk.ts';
import { chunkDocument, type DocumentOptions } from '../../../../main/core/chunking/documents/chunk-document.ts';
import { createTokenCounter } from '../../../../main/core/tokens/token-counter.ts';

const testFolder = path.resolve(import.meta.dirname, '../../..');

/** One token per started four characters of a word: additive at white space and cheap, and no word is free. */
export const wordCounter: TokenCounter = {
  count(text) {
    let tokens = 0;
    for (const match of text.matchAll(/\S+/g)) tokens += Math.ceil(match[0].length / 4);
    return tokens;
  },
};

/** The model's own tokenizer. */
export const modelCounter: TokenCounter = createTokenCounter(
  JSON.parse(readFileSync(path.join(testFolder, '../resources/model/tokenizer.json'), 'utf8')),
);

export function fixture(name: string): string {
  return readFileSync(path.join(testFolder, 'fixtures/documents', name), 'utf8');
}

export function chunk(text: string, name = 'guide/page.mdx', options: Partial<DocumentOptions> = {}): ChunkDraft[] {
  return chunkDocument({ path: name, text, language: 'markdown' }, { contentType: 'doc', counter: wordCounter, ...options });
}

/** One text for people to read and compare. */
export function printed(chunks: readonly ChunkDraft[]): string {
  return chunks
    .map((one) => {
      const tokens = modelCounter.count(one.content);
      const url = one.metadata.pageUrl === undefined ? '' : ` <${one.metadata.pageUrl}>`;
      return `=== ${one.startLine}-${one.endLine} · ${tokens} tokens · ${one.title} · ${one.headingTrail.join(' › ')}${url}\n${one.content}\n`;
    })
    .join('\n');
}

/** Compares with a file under test/golden; UPDATE_GOLDEN=1 writes it. */
export function expectGolden(name: string, text: string): void {
  const file = path.join(testFolder, 'golden/documents', `${name}.txt`);
  if (process.env['UPDATE_GOLDEN'] === '1') {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  expect(existsSync(file), `${file} is missing; run with UPDATE_GOLDEN=1`).toBe(true);
  expect(text).toBe(readFileSync(file, 'utf8'));
}
