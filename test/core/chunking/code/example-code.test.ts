import { describe, expect, test } from 'vitest';
import { chunk, expectTrueRange, fixture, wordCounter } from './support.ts';

const example = { path: 'examples/voice/bot.py', role: 'code' as const };
const licence = '#\n# Copyright (c) 2024, X\n# SPDX-License-Identifier: MIT\n#\n\n';
const statements = (count: number, indent = '    '): string =>
  Array.from({ length: count }, (_, index) => `${indent}value_${index} = compute(${index})`).join('\n');

describe('example windows', () => {
  test('small neighbours share a window, a definition that does not fit starts the next', async () => {
    const text = `import os\n\ndef a():\n${statements(10)}\n\ndef b():\n${statements(10)}\n\ndef c():\n${statements(30)}\n`;
    const chunks = await chunk(text, example);
    expect(chunks.map((one) => `${one.chunkType} ${one.symbol} ${one.startLine}-${one.endLine}`)).toEqual([
      'window a 1-25',
      'function c 27-57',
    ]);
    for (const one of chunks) expectTrueRange(text, one);
  });

  test('a definition above the limit is cut at statements and its parts keep its name', async () => {
    const text = `class Bot:\n    def small(self):\n        pass\n\n    @hook\n    async def large(self):\n${statements(80, '        ')}\n\ndef after():\n${statements(4)}\n`;
    const chunks = await chunk(text, example);
    expect(chunks.map((one) => one.symbol)).toEqual(['Bot', 'Bot.large', 'Bot.large', 'after']);
    for (const one of chunks) {
      expect(wordCounter.count(one.content)).toBeLessThanOrEqual(256);
      expectTrueRange(text, one);
    }
  });

  test('licence is left out and imports go in front of code, the first dropped when there are too many', async () => {
    const imports = Array.from({ length: 80 }, (_, index) => `from package.module_${index} import Name${index}`).join('\n');
    const text = `${licence}${imports}\n\ndef run():\n${statements(25)}\n`;
    const chunks = await chunk(text, example);
    expect(chunks[0]?.content).toContain('import Name79');
    expect(chunks[0]?.content).not.toContain('import Name0\n');
    expect(chunks[0]?.symbol).toBe('run');
    expect(chunks.map((one) => one.content).join('\n')).not.toContain('Copyright');
    expect(chunks[0]?.metadata.imports).toHaveLength(80);
    for (const one of chunks)
      expect(one.content.split('\n').every((line) => line.startsWith('from ') || line.trim() === '')).toBe(false);
  });

  test('neither imports behind a docstring nor a banner make a window of their own', async () => {
    const imports = Array.from({ length: 60 }, (_, index) => `from package.module_${index} import Name${index}`).join('\n');
    const banner = `# ${'='.repeat(60)}\n# Main\n# ${'='.repeat(60)}`;
    const text = `"""${'What it does, told at length. '.repeat(25)}"""\n\n${imports}\n\ndef a():\n${statements(30)}\n\n${banner}\n\ndef b():\n${statements(60)}\n`;
    for (const { content } of await chunk(text, example)) {
      const code = content.split('\n').filter((line) => !/^(from|#)|^$/.test(line));
      expect(code, content).not.toEqual([]);
    }
  });

  test('a file of imports alone keeps them', async () => {
    expect((await chunk(`${licence}from a import b\n`, example)).map((one) => one.content)).toEqual(['from a import b']);
  });

  test('a single line above the limit is cut, none of it lost', async () => {
    const line = `WORDS = "${Array.from({ length: 600 }, (_, index) => `word${index}`).join(' ')}"`;
    const chunks = await chunk(`${line}\n`, example);
    expect(chunks.length).toBeGreaterThan(2);
    expect(chunks.map((one) => one.content).join('')).toBe(line);
    for (const one of chunks) expect(wordCounter.count(one.content)).toBeLessThanOrEqual(256);
  });

  test('TypeScript: exported functions, arrow components and classes are definitions', async () => {
    const text = `import { x } from 'lib';\nimport type { Y } from "./local";\nexport interface Props {\n  a: string;\n}\nexport const App = ({ a }: Props) => {\n  return <div>{a}</div>;\n};\nexport default class Store {\n  load() {\n${statements(60, '    ')}\n  }\n}\n`;
    const chunks = await chunk(text, { path: 'client/App.tsx', language: 'tsx', role: 'code' });
    expect(chunks.map((one) => one.symbol)).toEqual(['Props', 'Store', 'Store.load']);
    expect(chunks[0]?.metadata).toMatchObject({ imports: ['lib', './local'], domain: 'frontend' });
  });

  test.each([
    [
      'go',
      'package main\n\nimport (\n\t"fmt"\n\t"net/http"\n)\n\ntype Server struct{}\n\nfunc (s *Server) Run() {\n\tfmt.Println("x")\n}\n',
      'Server',
      ['fmt', 'net/http'],
    ],
    ['rust', 'use std::io;\n\nimpl Server {\n    fn run(&self) {}\n}\n', 'Server', ['std::io']],
    ['java', 'package a;\nimport java.util.List;\n\npublic class Server {\n  void run() {}\n}\n', 'Server', ['java.util.List']],
    ['csharp', 'using System.Text;\nnamespace A {\n  class Server { void Run() {} }\n}\n', 'Server', ['System.Text']],
    [
      'cpp',
      '#include <vector>\n#include "own.h"\nnamespace a {\nint *run(int x) {\n  return 0;\n}\n}\n',
      'run',
      ['vector', 'own.h'],
    ],
    ['ruby', 'require "json"\n\nclass Server\n  def run\n  end\nend\n', 'Server', []],
    ['php', '<?php\nuse A\\B;\n\nclass Server {\n  function run() {}\n}\n', 'Server', ['A\\B']],
    ['bash', '#!/bin/sh\nrun() {\n  echo x\n}\n', 'run', []],
  ])('%s: names its definitions and imports', async (language, text, symbol, imports) => {
    const [first] = await chunk(text, { path: `x.${language}`, language, role: 'code' });
    expect(first?.symbol).toBe(symbol);
    expect(first?.metadata.imports).toEqual(imports);
  });

  test('text without a grammar is cut at paragraphs', async () => {
    const text = Array.from({ length: 30 }, (_, index) => `[section${index}]\nname = "value ${index}"\nother = [1, 2, 3]\n`).join(
      '\n',
    );
    const chunks = await chunk(text, { path: 'deploy/x.toml', language: 'toml', role: 'source' });
    expect(chunks.length).toBeGreaterThan(1);
    for (const one of chunks) {
      expect(one).toMatchObject({ contentType: 'source', chunkType: 'window', symbol: null });
      expect(one.content.startsWith('[section')).toBe(true);
      expectTrueRange(text, one);
    }
  });

  test('tags of the file itself, when its example is not known', async () => {
    const [first] = await chunk(fixture('pipecat-voice-soniox.py.txt'), { path: 'examples/voice/voice-soniox.py', role: 'code' });
    expect(first?.metadata.tags?.map((tag) => tag.name)).toEqual(
      expect.arrayContaining(['soniox', 'stt', 'tts', 'vad', 'llm', 'openai', 'webrtc']),
    );
    expect(first?.metadata.domain).toBe('backend');
  });
});
