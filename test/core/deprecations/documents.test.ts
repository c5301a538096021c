import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentEntries } from '../../../main/core/deprecations/documents.ts';
import { runs } from '../../helpers/effort.ts';

const said = (text: string): string[] =>
  documentEntries(text).map(
    ({ kind, version, symbol, replacement }) => `${kind} ${version} ${symbol}${replacement === null ? '' : ` > ${replacement}`}`,
  );

describe('documents', () => {
  it('say it in sentences', () => {
    expect(said('<Warning>\n  `XTTSService` is deprecated as of v1.7.0 and will be removed in v2.0.0.\n</Warning>\n')).toEqual([
      'deprecated 1.7.0 XTTSService',
    ]);
    expect(said('`PipelineRunner` is a deprecated alias for `WorkerRunner`; old code works.\n')).toEqual([
      'deprecated null PipelineRunner > WorkerRunner',
    ]);
    expect(said('Use `a`. It is not deprecated.\n\n```python\n# `X` is deprecated\n```\n')).toEqual([]);
  });

  it('say it in tables of old and new names', () => {
    expect(
      said(
        '## Removed frames\n\n| Removed | Replacement |\n|---|---|\n| `OldFrame` | `NewFrame` |\n| `a` / `b` | `c` / `d` |\n| `gone` from `Owner` | Removed |\n',
      ),
    ).toEqual(['removed null OldFrame > NewFrame', 'removed null a > c', 'removed null b > d', 'removed null Owner.gone']);
    expect(
      said(
        '| Service | Deprecated | Since | Use instead |\n|---|---|---|---|\n| `FishTTS` | `model` | 0.0.9 | `reference_id` |\n',
      ),
    ).toEqual(['deprecated 0.0.9 FishTTS.model > reference_id']);
    expect(said('What was removed.\n\n| Name | Default |\n|---|---|\n| `a` | `b` |\n')).toEqual([]);
  });

  it('say it in fields of the type above them', () => {
    const field =
      '<ParamField path="voice_id" type="str" deprecated>\n  The voice. _Deprecated in v0.0.105. Use\n  `settings=Settings(voice=...)` instead._\n</ParamField>\n';
    expect(said(`### InworldTTSService\n\n${field}`)).toEqual([
      'deprecated 0.0.105 InworldTTSService.voice_id > settings=Settings(voice=...)',
    ]);
    expect(said(`## Configuration\n\n${field}`)).toEqual([]);
    expect(
      said('### InworldTTSService\n\n<ParamField path="deprecated_ok" type="str">\n  Not deprecated.\n</ParamField>\n'),
    ).toEqual([]);
  });

  it('take any text', () => {
    const piece = fc.oneof(
      fc.string({ maxLength: 20 }),
      fc.constantFrom(
        '| a | b |\n',
        '|---|---|\n',
        '| `x` | `y` |\n',
        '| Removed | New |\n',
        '<ParamField path="',
        '" deprecated>',
        '### FooBar\n',
        '\n',
        ' is deprecated',
        '`X`',
        '{',
        '```\n',
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        for (const entry of documentEntries(pieces.join(''))) expect(entry.symbol).not.toBe('');
      }),
      { numRuns: runs(200) },
    );
  });
});
