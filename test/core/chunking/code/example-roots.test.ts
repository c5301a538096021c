import { describe, expect, test } from 'vitest';
import { exampleRootOf, findExampleRoots } from '../../../../main/core/chunking/code/example-roots.ts';

describe('example roots', () => {
  test.each<[string, string[], string[]]>([
    [
      'a folder of single files',
      ['examples/README.md', 'examples/voice/voice-a.py', 'examples/voice/voice-b.py'],
      ['examples/voice'],
    ],
    [
      'nested folders',
      [
        'examples/update/llm/a.py',
        'examples/update/stt/b.py',
        'examples/team/README.md',
        'examples/team/one/README.md',
        'examples/team/one/main.py',
      ],
      ['examples/team', 'examples/team/one', 'examples/update/llm', 'examples/update/stt'],
    ],
    [
      'client and server are parts',
      [
        'chat/README.md',
        'chat/server/bot.py',
        'chat/server/pyproject.toml',
        'chat/client/web/package.json',
        'chat/client/web/src/app.ts',
      ],
      ['chat'],
    ],
    [
      'parts speak for a folder without files',
      [
        'chat/README.md',
        'chat/phone/pyproject.toml',
        'chat/phone/bot.py',
        'chat/site/client/package.json',
        'chat/site/server/bot.py',
      ],
      ['chat', 'chat/phone', 'chat/site'],
    ],
    [
      'several examples under one README',
      [
        'phone/README.md',
        'phone/dial-in/README.md',
        'phone/dial-in/bot.py',
        'phone/dial-out/pyproject.toml',
        'phone/dial-out/bot.py',
        'phone/common.py',
      ],
      ['phone', 'phone/dial-in', 'phone/dial-out'],
    ],
    [
      'code folders of an example are its own',
      ['chat/README.md', 'chat/bot.py', 'chat/processors/x.py', 'chat/assets/music/README.md', 'chat/assets/music/play.py'],
      ['chat'],
    ],
    [
      'a repository root with only a README is none',
      ['README.md', 'pyproject.toml', 'scripts/check.py', 'one/bot.py', 'two/bot.py'],
      ['one', 'two'],
    ],
    ['a repository that is one example', ['README.md', 'bot.py', 'server/x.py', 'client/package.json'], ['']],
    ['a repository of parts only', ['README.md', 'server/bot.py', 'client/package.json'], ['']],
    ['files directly in examples/', ['examples/a.py', 'examples/b.py', 'examples/c/main.py'], ['examples', 'examples/c']],
    ['nothing', [], []],
    ['documents only', ['README.md', 'docs/x.md'], []],
  ])('%s', (_, paths, roots) => {
    expect(findExampleRoots(paths)).toEqual(roots);
    expect(findExampleRoots(paths.toReversed())).toEqual(roots);
  });

  test('a file belongs to the deepest root above it', () => {
    const roots = ['phone', 'phone/dial-in'];
    expect(exampleRootOf('phone/dial-in/server/x.py', roots)).toBe('phone/dial-in');
    expect(exampleRootOf('phone/dial-in-2/x.py', roots)).toBe('phone');
    expect(exampleRootOf('other/x.py', roots)).toBeNull();
    expect(exampleRootOf('x.py', [''])).toBe('');
  });
});
