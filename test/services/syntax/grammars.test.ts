import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { SyntaxGrammars } from '../../../main/services/syntax/grammars.ts';

describe('grammars', () => {
  test.each([
    ['python', 'x = 1\n', 'module'],
    ['typescript', 'let x: number = 1;', 'program'],
    ['tsx', 'let x = <a/>;', 'program'],
    ['javascript', 'let x = 1;', 'program'],
    ['go', 'package a\n', 'source_file'],
    ['rust', 'fn a() {}', 'source_file'],
    ['java', 'class A {}', 'program'],
    ['csharp', 'class A {}', 'compilation_unit'],
    ['cpp', 'int a;', 'translation_unit'],
    ['c', 'int a;', 'translation_unit'],
    ['ruby', 'x = 1', 'program'],
    ['php', '<?php $x = 1;', 'program'],
    ['bash', 'echo x', 'program'],
    ['shell', 'echo x', 'program'],
  ])('%s parses', async (language, text, root) => {
    await new SyntaxGrammars().withTree(language, text, (tree) => {
      expect(tree?.rootNode.type).toBe(root);
      expect(tree?.rootNode.hasError).toBe(false);
    });
  });

  test('no grammar, no tree', async () => {
    const grammars = new SyntaxGrammars();
    for (const language of ['markdown', 'toml', 'constructor', '__proto__', ''])
      expect(await grammars.parse(language, 'x')).toBeNull();
  });

  test('too large a text is not parsed', async () => {
    expect(await new SyntaxGrammars({ maximumCharacters: 10 }).parse('python', 'x = 12345678')).toBeNull();
  });

  test('parsing stops at its deadline, and the next file parses as if nothing had been', async () => {
    const grammars = new SyntaxGrammars({ maximumParseMilliseconds: 0 });
    expect(await grammars.parse('python', 'x['.repeat(100_000))).toBeNull();
    const patient = new SyntaxGrammars();
    await patient.withTree('python', 'x['.repeat(10), () => undefined);
    await patient.withTree('python', 'y = 2\n', (tree) =>
      expect(tree?.rootNode.toString()).toBe('(module (expression_statement (assignment left: (identifier) right: (integer))))'),
    );
  });

  test('a folder without the runtime gives no tree and no crash', async () => {
    expect(await new SyntaxGrammars({ directory: '/nowhere' }).parse('python', 'x = 1')).toBeNull();
  });

  test.each([
    ['bash', 'for i in a b; do echo "$i" | grep x > /dev/null; done\n'],
    ['cpp', 'template<class T> int f(T a) { return a->b::c(); }\n'],
  ])(
    'parsing %s does not send its generated functions to the optimising compiler, which takes hundreds of megabytes',
    async (language, line) => {
      const script = `
      const { SyntaxGrammars } = await import(${JSON.stringify(new URL('../../../main/services/syntax/grammars.ts', import.meta.url).href)});
      const grammars = new SyntaxGrammars();
      const before = process.resourceUsage().maxRSS;
      for (let time = 0; time < 200; time += 1) await grammars.withTree(${JSON.stringify(language)}, ${JSON.stringify(line)}.repeat(50), () => undefined);
      console.log((process.resourceUsage().maxRSS - before) / 1024);`;
      const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
      // 12 and 26 MB; 540 and 270 with it.
      expect(Number(stdout)).toBeGreaterThan(0);
      expect(Number(stdout)).toBeLessThan(120);
    },
  );

  test('deleted trees give their memory back', async () => {
    const grammars = new SyntaxGrammars();
    const text = 'def f(x):\n    return [x, 1, 2, 3]\n'.repeat(300);
    const parseMany = async (times: number): Promise<void> => {
      for (let time = 0; time < times; time += 1) await grammars.withTree('python', text, () => undefined);
    };
    await parseMany(20);
    // 150 leaked trees of 7,500 nodes take 117 MB, deleted ones 1. A leak grows every time, what the test runner takes does not.
    const growths: number[] = [];
    for (let round = 0; round < 3 && !growths.some((growth) => growth < 40e6); round += 1) {
      const before = process.memoryUsage.rss();
      await parseMany(150);
      growths.push(process.memoryUsage.rss() - before);
    }
    expect(Math.min(...growths)).toBeLessThan(40e6);
  });
});
