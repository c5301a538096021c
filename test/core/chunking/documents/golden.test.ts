import { describe, expect, it } from 'vitest';
import { chunkDocument, chunkReadme } from '../../../../main/core/chunking/documents/chunk-document.ts';
import { splitDump } from '../../../../main/core/chunking/documents/split-dump.ts';
import { expectGolden, fixture, modelCounter, printed } from './support.ts';

describe('chunks of real pages', () => {
  it.each(['daily-transport.mdx', 'deepgram-stt.mdx', 'personal-access-tokens.mdx', 'voice-ui-views.mdx', 'learn-overview.mdx'])(
    'of the documentation page %s',
    (name) => {
      const file = { path: name, text: fixture(name), language: 'mdx' };
      const chunks = chunkDocument(file, { contentType: 'doc', counter: modelCounter, siteUrl: 'https://docs.example.org' });
      expect(chunks.map((one) => one.contentType)).not.toContain('readme');
      expectGolden(name, printed(chunks));
    },
  );

  it.each(['pipecat-readme.md', 'simple-chatbot-readme.md', 'picomatch-readme.md'])('of %s', (name) => {
    const chunks = chunkReadme({ path: name, text: fixture(name), language: 'markdown' }, { counter: modelCounter });
    expect(new Set(chunks.map((one) => one.contentType))).toEqual(new Set(['readme']));
    expectGolden(name, printed(chunks));
  });

  it('of a reStructuredText page', () => {
    const name = 'requests-quickstart.rst';
    const file = { path: name, text: fixture(name), language: 'rst' };
    expectGolden(name, printed(chunkDocument(file, { contentType: 'doc', counter: modelCounter })));
  });

  it('of every page of a dump', () => {
    const pages = splitDump(fixture('llms-full-excerpt.txt'));
    const text = pages.map((page) => {
      const chunks = chunkDocument(
        { path: page.path, text: page.text, language: 'markdown' },
        { contentType: 'doc', counter: modelCounter },
      );
      return `##### ${page.path} from line ${page.startLine}: ${page.title} <${page.url ?? ''}>\n${printed(chunks)}`;
    });
    expectGolden('llms-full-excerpt', text.join('\n'));
  });
});
