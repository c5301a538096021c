import { describe, expect, test } from 'vitest';
import { pythonModulePath, resolveRelativeModule } from '../../../../main/core/chunking/code/python/python-imports.ts';
import { bySymbol, chunk } from './support.ts';

describe('module path', () => {
  test.each([
    ['src/pipecat/transports/daily/transport.py', 'pipecat.transports.daily.transport'],
    ['src/pipecat/__init__.py', 'pipecat'],
    ['packages/one/src/one/a.py', 'one.a'],
    ['flask/views.py', 'flask.views'],
    ['setup.py', 'setup'],
    ['__init__.py', '__init__'],
    ['src/pkg/stub.pyi', 'pkg.stub'],
  ])('%s', (path, expected) => expect(pythonModulePath(path)).toBe(expected));
});

describe('relative imports', () => {
  test.each([
    ['a.b.c', false, 1, 'x', 'a.b.x'],
    ['a.b.c', false, 2, 'utils', 'a.utils'],
    ['a.b', true, 1, 'x', 'a.b.x'],
    ['a.b', true, 2, '', 'a'],
    ['a', false, 1, '', null],
    ['a', false, 9, 'x', null],
  ])('%s package=%s dots=%d %s', (module, isPackage, dots, name, expected) =>
    expect(resolveRelativeModule(module, isPackage, dots, name)).toBe(expected),
  );

  test('every form of import', async () => {
    const text = [
      'from __future__ import annotations',
      'import os, a.b.c as d',
      'from ..utils import X, Y as Z',
      'from . import sibling',
      'from .near import (',
      '    One,  # first',
      '    Two,',
      ')',
      'from far import *',
      'if TYPE_CHECKING:',
      '    from typed import T',
      'try:',
      '    import fast',
      'except ImportError:',
      '    fast = None',
      '',
      'def f():',
      '    from .late import Late',
      '    return Late()',
    ].join('\n');
    const chunks = await chunk(text, { path: 'src/pipecat/a/b/c.py' });
    const module = [
      'os',
      'a.b.c',
      'pipecat.a.utils.X',
      'pipecat.a.utils.Y',
      'pipecat.a.b.sibling',
      'pipecat.a.b.near.One',
      'pipecat.a.b.near.Two',
      'far.*',
      'typed.T',
      'fast',
    ];
    expect(bySymbol(chunks, null, 'module').metadata.imports).toEqual(module);
    expect(bySymbol(chunks, 'f').metadata.imports).toEqual([...module, 'pipecat.a.b.late.Late']);
  });
});
