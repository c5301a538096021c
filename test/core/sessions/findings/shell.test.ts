import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseShell } from '../../../../main/core/sessions/findings/shell-command.ts';
import { shellEdits, shellLookups } from '../../../../main/core/sessions/findings/shell-lookup.ts';
import { runs } from '../../../helpers/effort.ts';

const programs = (line: string): string[] => parseShell(line).map(({ program, words }) => [program, ...words].join(' '));

describe('a shell line', () => {
  it('is taken apart into its commands', () => {
    expect(programs(`cd a && rg -n "class Foo" 'b c' | head -5; echo done`)).toEqual([
      'cd a',
      'rg -n class Foo b c',
      'head -5',
      'echo done',
    ]);
    expect(programs('FOO=1 sudo timeout 5 /usr/bin/grep -r x . > out.txt 2>&1')).toEqual(['grep -r x .']);
    expect(programs(`bash -lc 'cat a.py && sed -n "1,5p" b.py'`)).toEqual(['cat a.py', 'sed -n 1,5p b.py']);
    expect(programs('uv run python -c "import x"')).toEqual(['python -c import x']);
    expect(programs('cat <<EOF > a.txt\nrg not a command\nEOF\nls b # comment')).toEqual(['cat', 'ls b']);
    expect(programs('if true; then ls a\\ b; fi')).toEqual(['true', 'ls a b', 'fi']);
  });

  it('keeps what another command prints in its word, and knows what stands in a variable', () => {
    expect(programs('grep -r x $(go env GOMODCACHE)/a/b.go')).toEqual(['grep -r x $(go env GOMODCACHE)/a/b.go']);
    expect(programs('DIR=/x/site-packages && ls $DIR/acme "${DIR}/b"')).toEqual(['ls /x/site-packages/acme /x/site-packages/b']);
  });

  it('may be any text, of any length, quickly', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom('a', ' ', '"', "'", '\\', '$(', ')', '|', '&', ';', '\n', '<<E', '>', '#', '=', '$a'),
        }),
        (line) => {
          for (const { program, words } of parseShell(line))
            expect(words.every((word) => typeof word === 'string')).toBe(program !== undefined);
          shellLookups(line);
        },
      ),
      { numRuns: runs(500) },
    );
    for (const piece of ['$(', '"', 'a=$a$a;', '<<E\n', '(', 'bash -c "'])
      expect(parseShell(piece.repeat(20_000)).length).toBeLessThanOrEqual(60);
  });
});

describe('what a shell line looks up', () => {
  const look = (line: string): string[] =>
    shellLookups(line).map(
      ({ kind, dependency, paths, patterns }) => `${kind}${dependency ? '!' : ''} ${[...patterns, '@', ...paths].join(' ')}`,
    );

  it.each([
    [
      'rg -n "class Foo" .venv/lib/python3.12/site-packages/acme | head',
      ['search! class Foo @ .venv/lib/python3.12/site-packages/acme'],
    ],
    ["sed -n '1,80p' node_modules/acme/index.js", ['read! @ node_modules/acme/index.js']],
    ["sed -i 's/a/b/' src/a.py", []],
    ['cd node_modules/acme && cat package.json', ['read! @ node_modules/acme/package.json']],
    ['cat src/a.py', ['read @ src/a.py']],
    ['git log | grep fix', []],
    ['git grep -n send_dtmf vendor/acme', ['search! send_dtmf @ vendor/acme']],
    ['find . -name "*.py" -path "*/site-packages/*"', ['list! *.py */site-packages/* @ .']],
    ['go doc example.com/acme.Client.Close', ['docs-command! example.com/acme.Client.Close @']],
    [
      'grep -A 3 x $(go env GOMODCACHE)/github.com/a/b@v1.2.0/c.go',
      ['search! x @ $(go env GOMODCACHE)/github.com/a/b@v1.2.0/c.go'],
    ],
    ['npm view acme versions', ['registry! acme versions @']],
    ['pip show acme', ['registry! acme @']],
    ['python3 -m pydoc acme.transport', ['docs-command! acme.transport @']],
    ['python -c "print(1)"', []],
    ['node -p "Object.keys(require(\'acme\'))"', [`docs-command! Object.keys(require('acme')) @`]],
    ['cargo doc --open acme', ['docs-command! acme @']],
    ['curl -s https://docs.acme.dev/a', ['web! https://docs.acme.dev/a @']],
    ['curl -X POST https://docs.acme.dev/a', []],
    ['gh api repos/a/b/contents/src/x.py', ['web! repos/a/b/contents/src/x.py @']],
    ['make test', []],
  ])('%s', (line, expected) => {
    expect(look(line)).toEqual(expected);
  });

  it('is not what it changes', () => {
    expect(shellEdits("sed -i 's/a/b/' src/a.py")).toBe(true);
    expect(shellEdits("apply_patch <<'EOF'\n*** Begin Patch\nEOF")).toBe(true);
    expect(shellEdits('sed -n 1,3p a')).toBe(false);
  });
});
