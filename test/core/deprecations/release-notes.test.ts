import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isReleaseNotes, releaseNoteEntries } from '../../../main/core/deprecations/release-notes.ts';
import { runs } from '../../helpers/effort.ts';

/** `kind version symbol > replacement` of each entry. */
function said(text: string, path = 'CHANGELOG.md'): string[] {
  return releaseNoteEntries(path, text).map(
    ({ kind, version, symbol, replacement }) => `${kind} ${version} ${symbol}${replacement === null ? '' : ` > ${replacement}`}`,
  );
}

const inSection = (section: string, entry: string): string[] =>
  said(`# Changelog\n\n## [1.4.0] - 2026-06-16\n\n### ${section}\n\n${entry}\n`);

describe('release notes', () => {
  it('are told by name and folder', () => {
    expect(
      ['CHANGELOG.md', 'docs/changelog.mdx', 'HISTORY.rst', 'release-notes/1.2.md', 'changelog/12.removed.md', 'NEWS'].every(
        isReleaseNotes,
      ),
    ).toBe(true);
    expect(['docs/changing-voices.md', 'src/history_view.md', 'newsletter.md', 'guide/index.md'].some(isReleaseNotes)).toBe(
      false,
    );
  });

  it('give names, version and replacement of what is deprecated', () => {
    expect(inSection('Deprecated', '- Deprecated `XTTSService`. Use `PiperTTSService` instead.')).toEqual([
      'deprecated 1.4.0 XTTSService > PiperTTSService',
    ]);
    expect(
      inSection(
        'Deprecated',
        '- ⚠️ Deprecated `TaskFrame`, `EndTaskFrame` and\n  `StopTaskFrame`. Use `WorkerFrame`, `EndWorkerFrame` and\n  `StopWorkerFrame` instead.',
      ),
    ).toEqual([
      'deprecated 1.4.0 TaskFrame > WorkerFrame',
      'deprecated 1.4.0 EndTaskFrame > EndWorkerFrame',
      'deprecated 1.4.0 StopTaskFrame > StopWorkerFrame',
    ]);
    expect(
      inSection('Changed', '- `FrameProcessor.pipeline_task` is deprecated; read `FrameProcessor.pipeline_worker` instead.'),
    ).toEqual(['deprecated 1.4.0 FrameProcessor.pipeline_task > FrameProcessor.pipeline_worker']);
  });

  it('join parts with their owners, before and behind them', () => {
    expect(inSection('Deprecated', '- Deprecated `reset()` on `StartStrategy` and `StopStrategy`.')).toEqual([
      'deprecated 1.4.0 StartStrategy.reset',
      'deprecated 1.4.0 StopStrategy.reset',
    ]);
    expect(inSection('Deprecated', "- `AudioBuffer`'s `on_user` and `on_bot` are deprecated.")).toEqual([
      'deprecated 1.4.0 AudioBuffer.on_user',
      'deprecated 1.4.0 AudioBuffer.on_bot',
    ]);
    expect(
      inSection(
        'Deprecated',
        '- Deprecated `MCPClient` methods `register_tools()` and `get_tools()`. Use `MCPClient.tools()` instead.',
      ),
    ).toEqual([
      'deprecated 1.4.0 MCPClient.register_tools > MCPClient.tools()',
      'deprecated 1.4.0 MCPClient.get_tools > MCPClient.tools()',
    ]);
    expect(inSection('Removed', '- `TTSService`: `text_filter` init param (use `text_filters`)')).toEqual([
      'removed 1.4.0 TTSService.text_filter > text_filters',
    ]);
    expect(inSection('Removed', '- Removed deprecated `Old` from `pkg.module`.')).toEqual(['removed 1.4.0 Old']);
  });

  it('tell renames with their new names', () => {
    expect(inSection('Changed', '- Renamed `Filter` to `FrameFilter` to be clear.')).toEqual([
      'renamed 1.4.0 Filter > FrameFilter',
    ]);
    expect(
      inSection('Removed', '- Removed deprecated `pkg.nim` package. Use `pkg.nvidia` instead (`NimService` → `NvidiaService`).'),
    ).toEqual(['removed 1.4.0 pkg.nim > pkg.nvidia', 'renamed 1.4.0 NimService > NvidiaService']);
  });

  it('say nothing of what is only mentioned', () => {
    for (const entry of [
      '- Removed a delay in `SileroVADAnalyzer`.',
      '- Removed the `asyncio.sleep(0)` workarounds.',
      '- Fixed an issue where `X` still passed `vad_events`, which was removed from the SDK.',
      '- Calls receive `Params` instead of what is now deprecated.',
      '- `Thing` is not deprecated any more.',
      '- Removed RTVI processors, use an `RTVIObserver` instead.',
      '- Remove `requests` library usage.',
      '- Deprecation docs were improved for `Thing`.',
    ])
      expect(inSection('Fixed', entry), entry).toEqual([]);
  });

  it('know when something will be removed, and fragments of what is not released', () => {
    expect(
      releaseNoteEntries(
        'changelog/5231.deprecated.md',
        '- Deprecated the `version` parameter of `Cartesia`, which will be removed in 2.0.0.',
      ),
    ).toMatchObject([{ symbol: 'Cartesia.version', version: null, removal: '2.0.0', startLine: 1 }]);
    expect(said('## Unreleased\n### Removed\n- Removed `A`.\n## v0.9.1\n### Removed\n- Removed `B`.\n')).toEqual([
      'removed null A',
      'removed 0.9.1 B',
    ]);
  });

  it('skip code and give the lines of the entry', () => {
    const text = '## 1.0.0\n\n### Removed\n\n```\n- Removed `inCode`.\n```\n\n- Removed `A`\n  and `B`.\n\n- Removed `C`.\n';
    expect(releaseNoteEntries('CHANGES.md', text).map(({ symbol, startLine, endLine }) => [symbol, startLine, endLine])).toEqual([
      ['A', 9, 10],
      ['B', 9, 10],
      ['C', 12, 12],
    ]);
  });

  it('take any text', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 30 }),
      fc.constantFrom(
        '## 1.2.3\n',
        '### Removed\n',
        '- Removed ',
        '`a.B`',
        '` ``',
        ' is deprecated ',
        '→',
        '(',
        '((((',
        ' use `x`',
        ', and ',
        '\n',
        '**',
        '[',
        '](',
        '```\n',
        '`A(b=',
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const text = pieces.join('');
        for (const entry of releaseNoteEntries('CHANGELOG.md', text)) {
          expect(entry.symbol).toMatch(/^[\p{L}_$][\p{L}\p{N}_$.]*$/u);
          expect(entry.startLine).toBeGreaterThan(0);
          expect(entry.endLine).toBeLessThanOrEqual(text.split('\n').length);
        }
      }),
      { numRuns: runs(200) },
    );
  });
});
