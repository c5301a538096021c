import { describe, expect, it } from 'vitest';
import { citationMarkdown, citationText } from '../../../../renderer/parts/reading/citation.ts';

const place = {
  repo: 'pipecat-ai/pipecat',
  path: 'src/pipecat/frames/frames.py',
  lines: { start: 10, end: 24 },
  commit: 'acead0507b2c41c5a9a4a6f8f0d3d5f7a1b2c3d4',
  url: 'https://github.com/pipecat-ai/pipecat/blob/acead05/src/pipecat/frames/frames.py#L10-L24',
};

describe('citations', () => {
  it('names repository, path, lines and commit', () => {
    expect(citationText(place)).toBe('pipecat-ai/pipecat src/pipecat/frames/frames.py:L10-L24 @acead050');
    expect(citationText({ ...place, lines: { start: 3, end: 3 }, commit: 'v1.2' })).toBe(
      'pipecat-ai/pipecat src/pipecat/frames/frames.py:L3 @v1.2',
    );
    expect(citationText({ ...place, lines: null, commit: null })).toBe('pipecat-ai/pipecat src/pipecat/frames/frames.py');
  });

  it('links to the permalink as Markdown', () => {
    expect(citationMarkdown(place)).toBe(`[${citationText(place)}](${place.url})`);
    expect(citationMarkdown({ ...place, path: 'a[0](b).py', url: 'https://host/a[0](b c).py' })).toBe(
      '[pipecat-ai/pipecat a\\[0\\](b).py:L10-L24 @acead050](https://host/a[0]%28b%20c%29.py)',
    );
  });

  it('is code where there is no address, or one that is no web address', () => {
    for (const url of [null, 'javascript:alert(1)', 'file:///etc/passwd'])
      expect(citationMarkdown({ ...place, url })).toBe(`\`${citationText(place)}\``);
  });
});
