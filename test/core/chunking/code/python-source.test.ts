import { describe, expect, test } from 'vitest';
import { bySymbol, chunk, expectTrueRange } from './support.ts';

const text = `#
# Copyright (c) 2024, Somebody
#
# SPDX-License-Identifier: MIT
#

"""What the module is for.

More of it.
"""

import abc
from dataclasses import dataclass

LIMIT = 5  # of tries
Handler = Callable[[int], None]
"""Called for each."""
Kind = Literal["a", "b"]
lowercase = dict[str, int]


def helper(x): return x


@cached
def long_helper(
    x: int,  # the x
    y: str = "a",
) -> dict[str, int]:
    """Help."""
    return {}


class Base(abc.ABC, Generic[Foo, Bar], metaclass=Meta):
    """A base.

    With text.
    """

    name: str = "x"
    # about count
    count: int

    class Config(Model):
        frozen = True

        def deep(self):
            a = 1
            return a

    def __init__(self, a: int, *, b=None):
        super().__init__()
        self.a = a

    @property
    def short(self): return self.a

    @abc.abstractmethod
    async def run(self) -> None:
        """Run it."""
        def nested():
            return 1
        await self.go(nested)


@dataclass(frozen=True)
class Point:
    x: int = 0

if __name__ == "__main__":
    helper(1)
`;

describe('Python source', () => {
  test('one chunk per module, class, nested class, method, function and type', async () => {
    const chunks = await chunk(text);
    expect(chunks.map((one) => `${one.chunkType} ${one.symbol} ${one.startLine}-${one.endLine}`)).toEqual([
      'module null 1-71',
      'type Handler 16-17',
      'type Kind 18-18',
      'function long_helper 25-31',
      'class Base 34-63',
      'class Base.Config 44-49',
      'method Base.Config.deep 47-49',
      'method Base.__init__ 51-53',
      'method Base.run 58-63',
      'class Point 66-68',
    ]);
    for (const one of chunks.filter((each) => ['method', 'function', 'type'].includes(each.chunkType)))
      expectTrueRange(text, one);
  });

  test('the module overview tells docstring, constants, definitions and imports, not the licence', async () => {
    const { content, metadata } = bySymbol(await chunk(text), null, 'module');
    expect(content).toBe(`module pkg.mod

What the module is for.

More of it.

LIMIT = 5  # of tries
Handler = Callable[[int], None] …
Kind = Literal["a", "b"]
lowercase = dict[str, int]

def helper(x): return x

def long_helper(x: int, y: str = "a") -> dict[str, int]: ...
class Base(abc.ABC, Generic[Foo, Bar], metaclass=Meta): ...
class Point: ...

if __name__ == "__main__":
    helper(1)

imports: abc, dataclasses.dataclass`);
    expect(metadata).toEqual({
      modulePath: 'pkg.mod',
      imports: ['abc', 'dataclasses.dataclass'],
      docstring: 'What the module is for.\n\nMore of it.',
    });
  });

  test('the class overview has everything but the bodies of its methods', async () => {
    const { content, metadata } = bySymbol(await chunk(text), 'Base');
    expect(content).toBe(`class Base(abc.ABC, Generic[Foo, Bar], metaclass=Meta):
    """A base.

    With text.
    """

    name: str = "x"
    # about count
    count: int

    class Config(Model): ...
    def __init__(self, a: int, *, b=None): ...

    @property
    def short(self): return self.a

    @abc.abstractmethod async def run(self) -> None: ...`);
    expect(metadata).toMatchObject({
      modulePath: 'pkg.mod',
      className: 'Base',
      signature: 'def __init__(self, a: int, *, b=None)',
      baseClasses: ['abc.ABC', 'Generic[Foo, Bar]'],
      decorators: [],
      fields: ['name: str = "x"', 'count: int'],
      methods: ['__init__', 'short', 'run'],
      isDataclass: false,
      isAbstract: true,
      docstring: 'A base.\n\nWith text.',
    });
    expect(bySymbol(await chunk(text), 'Point').metadata).toMatchObject({
      decorators: ['dataclass(frozen=True)'],
      isDataclass: true,
      isAbstract: false,
      fields: ['x: int = 0'],
      baseClasses: [],
    });
  });

  test('methods and functions carry their whole body and facts', async () => {
    const chunks = await chunk(text);
    expect(bySymbol(chunks, 'Base.run').metadata).toMatchObject({
      className: 'Base',
      methodName: 'run',
      signature: 'async def run(self) -> None',
      decorators: ['abc.abstractmethod'],
      isAbstract: true,
      isAsync: true,
      yields: [],
      calls: ['go'],
      docstring: 'Run it.',
    });
    expect(bySymbol(chunks, 'Base.Config.deep').metadata).toMatchObject({ className: 'Base.Config', methodName: 'deep' });
    const helper = bySymbol(chunks, 'long_helper');
    expect(helper.metadata).toMatchObject({
      signature: 'def long_helper(x: int, y: str = "a") -> dict[str, int]',
      methodName: 'long_helper',
      isAsync: false,
    });
    expect(helper.metadata.className).toBeUndefined();
    expect(helper.content.startsWith('@cached\ndef long_helper(')).toBe(true);
  });

  test('long tables and scripts become windows, and the overview shows where', async () => {
    const table = ['TABLE = {', ...Array.from({ length: 400 }, (_, index) => `    "key${index}": ${index},`), '}'].join('\n');
    const chunks = await chunk(`import os\n\n${table}\n\ndef f(x):\n    y = x\n    return y\n`);
    const windows = chunks.filter((one) => one.chunkType === 'window');
    expect(windows[0]?.startLine).toBe(3);
    expect(windows.at(-1)?.endLine).toBe(404);
    expect(windows.length).toBeGreaterThan(4);
    expect(bySymbol(chunks, null, 'module').content).toContain('TABLE = { …');
  });

  test('a body above 60,000 characters is cut into windows under its symbol', async () => {
    const body = Array.from({ length: 3_000 }, (_, index) => `    value_${index} = compute(${index})`).join('\n');
    const chunks = await chunk(`def huge():\n${body}\n`);
    const parts = chunks.filter((one) => one.symbol === 'huge');
    expect(parts.length).toBeGreaterThan(20);
    expect(parts.every((one) => one.chunkType === 'window' && one.metadata.methodName === 'huge')).toBe(true);
    expect(Math.max(...chunks.map((one) => one.content.length))).toBeLessThanOrEqual(60_000);
  });

  test('a class of ten thousand methods keeps its overview in bounds', async () => {
    const methods = Array.from(
      { length: 10_000 },
      (_, index) => `    def method_${index}(self):\n        a = 1\n        return a`,
    ).join('\n');
    const overview = bySymbol(await chunk(`class Wide:\n${methods}\n`), 'Wide', 'class');
    expect(overview.content.length).toBeLessThan(60_000);
    expect(overview.content).toContain('more definitions');
  });

  test('definitions behind if, try and broken syntax are found', async () => {
    const broken =
      'try:\n    class A:\n        def m(self):\n            a = 1\n            return a\nexcept E:\n    class A(object):\n        x = 1\n\ndef broken(:\n    pass\n\nclass Fine:\n    def method(self):\n        b = 2\n        return b\n';
    const chunks = await chunk(broken);
    expect(chunks.map((one) => one.symbol)).toEqual(expect.arrayContaining(['A', 'A.m', 'Fine', 'Fine.method']));
  });

  test('a file of nothing but its licence has no chunk, one of imports has its overview', async () => {
    expect(await chunk('#\n# Copyright (c) 2024, X\n# SPDX-License-Identifier: MIT\n')).toEqual([]);
    const [only, ...rest] = await chunk('from .a import A\nfrom .b import B\n\n__all__ = [\n    "A",\n    "B",\n]\n', {
      path: 'src/pkg/__init__.py',
    });
    expect(rest).toEqual([]);
    expect(only?.content).toBe('module pkg\n\nexports: A, B\n\nimports: pkg.a.A, pkg.b.B');
  });
});
