import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunkId, embeddingTextHash, type ChunkIdentity } from '../../../main/core/chunking/identity.ts';

const identity: ChunkIdentity = {
  source: 'pipecat',
  path: 'src/a.py',
  contentType: 'source',
  chunkType: 'method',
  symbol: 'A.run',
  headingTrail: [],
  content: 'def run(self): ...',
  occurrence: 0,
};

describe('chunkId', () => {
  it('is the same on every machine', () => {
    expect(chunkId(identity)).toBe('0f1da8c981874c7ea7f051eef68e691bbe8e8c789c80fb3fe1039e71a63d909a');
  });

  it('changes with every field', () => {
    const others: Partial<ChunkIdentity>[] = [
      { source: 'docs' },
      { path: 'src/b.py' },
      { contentType: 'code' },
      { chunkType: 'function' },
      { symbol: null },
      { headingTrail: ['A'] },
      { content: 'def run(self): pass' },
      { occurrence: 1 },
    ];
    const ids = [identity, ...others.map((other) => ({ ...identity, ...other }))].map(chunkId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('keeps fields apart', () => {
    expect(chunkId({ ...identity, source: 'a', path: 'b/c' })).not.toBe(chunkId({ ...identity, source: 'a/b', path: 'c' }));
    expect(chunkId({ ...identity, headingTrail: ['a', 'b'] })).not.toBe(chunkId({ ...identity, headingTrail: ['a","b'] }));
  });
});

describe('embeddingTextHash', () => {
  it('is SHA-256 of the passages joined by NUL', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), (passages) => {
        expect(embeddingTextHash(passages)).toBe(createHash('sha256').update(passages.join('\u0000')).digest('hex'));
      }),
    );
  });
});
