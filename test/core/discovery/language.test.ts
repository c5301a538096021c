import { describe, expect, it } from 'vitest';
import { extensionOf, isDocument, languageOf } from '../../../main/core/discovery/language.ts';

describe('languageOf', () => {
  it.each([
    ['a/b.py', 'python'],
    ['a.PY', 'python'],
    ['a.tsx', 'tsx'],
    ['a.mts', 'typescript'],
    ['a.jsx', 'javascript'],
    ['a.h', 'cpp'],
    ['a.c', 'c'],
    ['Dockerfile', 'dockerfile'],
    ['Dockerfile.dev', 'dockerfile'],
    ['api.dockerfile', 'dockerfile'],
    ['Makefile', 'makefile'],
    ['CMakeLists.txt', 'cmake'],
    ['README', 'markdown'],
    ['README.rst', 'rst'],
    ['page.mdx', 'mdx'],
    ['.gitignore', 'text'],
    ['env.example', 'text'],
    ['LICENSE', 'text'],
    ['x.unheardof', 'text'],
    ['constructor', 'text'],
    ['a.__proto__', 'text'],
  ])('%s is %s', (path, language) => {
    expect(languageOf(path)).toBe(language);
  });

  it.each([
    ['#!/usr/bin/env python3', 'python'],
    ['#!/bin/sh -e', 'shell'],
    ['#!/usr/bin/env -S uv run --script', 'python'],
    ['#!/usr/bin/env -S FOO=1 node', 'javascript'],
    ['#!', 'text'],
    ['python', 'text'],
  ])('reads the first line %s', (firstLine, language) => {
    expect(languageOf('bin/run', firstLine)).toBe(language);
  });

  it('lets the name win over the first line', () => {
    expect(languageOf('a.ts', '#!/usr/bin/env node')).toBe('typescript');
  });
});

describe('isDocument', () => {
  it.each([
    ['a.md', true],
    ['a.mdx', true],
    ['notes.txt', true],
    ['LICENSE', true],
    ['requirements.txt', false],
    ['requirements-dev.txt', false],
    ['robots.txt', false],
    ['CMakeLists.txt', false],
    ['a.py', false],
    ['env.example', false],
  ])('%s: %s', (path, expected) => {
    expect(isDocument(path)).toBe(expected);
  });
});

it('takes a leading dot for no extension', () => {
  expect([extensionOf('.env'), extensionOf('a/.x.JSON'), extensionOf('a.b/c')]).toEqual(['', 'json', '']);
});
