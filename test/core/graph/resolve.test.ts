import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../helpers/effort.ts';
import { graphOf, resolvedEdges } from '../../helpers/call-graph.ts';

const base = 'class Base:\n    def run(self): pass\n    def stop(self): pass\n\n\ndef helper(): pass\n';

/** Edges of one function's body in `one.py`, beside a `base.py`. */
async function inBody(body: string, head = 'from .base import Base, helper\n'): Promise<string[]> {
  const text = `${head}\ndef work(one: "Base | None", other):\n${body.replaceAll(/^/gm, '    ')}\n`;
  return resolvedEdges({ 'src/kit/base.py': base, 'src/kit/one.py': text }, 'src/kit/one.py');
}

describe('a body', () => {
  it.each([
    ['helper()', 'work → base.py:helper certain'],
    ['Base()', 'work → base.py:Base certain'],
    ['Base().run()', 'work → base.py:Base.run certain', 'work → base.py:Base certain'],
    ['Base.run(other)', 'work → base.py:Base.run certain'],
    ['one.run()', 'work → base.py:Base.run likely'],
    ['other.run()', 'work → other.run unresolved'],
    ['x = Base()\nx.run()', 'work → base.py:Base certain', 'work → base.py:Base.run likely'],
    ['x: Base = make()\nx.run()', 'work → make unresolved', 'work → base.py:Base.run likely'],
    ['with Base() as x:\n    x.run()', 'work → base.py:Base certain', 'work → base.py:Base.run likely'],
    ['x = Base()\nx = 3\nx.run()', 'work → base.py:Base certain', 'work → x.run unresolved'],
    ['x = one\nx.stop()', 'work → base.py:Base.stop likely'],
    ['[y.run() for y in other if helper()]', 'work → y.run unresolved', 'work → base.py:helper certain'],
    ['helper = other\nhelper()', 'work → helper unresolved'],
    ['def helper(): Base()\nhelper()', 'work → helper unresolved'],
    ['call = lambda: Base()\nclass In:\n    x = Base()'],
    ['global helper\nhelper = other\nhelper()', 'work → base.py:helper certain'],
    ['from .base import helper as h\nh()', 'work → base.py:helper certain'],
    ['import kit.base\nkit.base.helper()', 'work → base.py:helper certain'],
    ['import kit.base as b\nb.Base().stop()', 'work → base.py:Base.stop certain', 'work → base.py:Base certain'],
    ['yield Base()', 'work ⇢ base.py:Base certain'],
    ['yield (Base[int]())', 'work ⇢ base.py:Base certain'],
    ['yield from Base()', 'work → base.py:Base certain'],
    ['yield Base', undefined],
    ['len(print(other))', undefined],
    ['other[0].run()', 'work → other[0].run unresolved'],
    ['", ".join(other)', undefined],
    ['(one or Base()).run()', 'work → (one or Base()).run unresolved', 'work → base.py:Base certain'],
    ['await one.run()', 'work → base.py:Base.run likely'],
    ['x: helper() = 1', undefined],
  ])('%s', async (body, ...expected) => {
    expect(await inBody(body)).toEqual(expected.filter((edge) => edge !== undefined));
  });
});

describe('a class', () => {
  const files = (text: string): Readonly<Record<string, string>> => ({ 'src/kit/base.py': base, 'src/kit/one.py': text });
  const edges = (text: string): Promise<string[]> => resolvedEdges(files(text), 'src/kit/one.py');

  it('calls its own methods, those of its bases in Python’s order, and what super() means', async () => {
    const text = `from kit.base import Base
class Left(Base):
    def run(self): super().run()
class Right(Base):
    def run(self): pass
class Both(Left[int], Right):
    def go(self):
        self.run()
        self.stop()
        super().run()
        super().none()
    @classmethod
    def new(cls):
        cls().go()
        cls.new()
    @staticmethod
    def free(self): self.go()
`;
    expect(await edges(text)).toEqual([
      'Left.run → base.py:Base.run certain',
      'Both.go → one.py:Left.run certain',
      'Both.go → base.py:Base.stop certain',
      'Both.go → one.py:Left.run certain',
      'Both.go → super().none unresolved',
      'Both.new → one.py:Both.go certain',
      'Both.new → one.py:Both certain',
      'Both.new → one.py:Both.new certain',
      'Both.free → self.go unresolved',
    ]);
  });

  it('calls through attributes by their annotation, else by what is assigned to them', async () => {
    const text = `from kit.base import Base
class Params:
    base: Base
class One:
    other: "Base"
    class Params:
        inner: Base
    def __init__(self, given: Base, params: Params, unknown):
        self._given = given
        self._made = Base()
        self._either = given or Base()
        self._typed: Base | None = None
        self._unknown = unknown
        self._params = params
    @property
    def own(self) -> Base: return self._given
    def make(self) -> "Base": pass
    def go(this):
        this._given.run()
        this._made.run()
        this._either.run()
        this._typed.run()
        this._unknown.run()
        this.other.run()
        this._params.inner.run()
        this._params.base.run()
        this.own.stop()
        this.make().stop()
`;
    expect((await edges(text)).filter((edge) => edge.startsWith('One.go'))).toEqual([
      'One.go → base.py:Base.run likely',
      'One.go → base.py:Base.run likely',
      'One.go → base.py:Base.run likely',
      'One.go → base.py:Base.run likely',
      'One.go → this._unknown.run unresolved',
      'One.go → base.py:Base.run likely',
      'One.go → base.py:Base.run likely',
      'One.go → this._params.base.run unresolved',
      'One.go → base.py:Base.stop likely',
      'One.go → base.py:Base.stop likely',
      'One.go → one.py:One.make certain',
    ]);
  });

  it('is not sure of what stands behind a base that is not known, unless the base is empty', async () => {
    const text = `import elsewhere
from abc import ABC
from typing import Generic
from kit.base import Base
class One(elsewhere.Thing, Base):
    def go(self):
        self.run()
        self.go()
class Two(Base, ABC, Generic[T]):
    def go(self): self.run()
class Three(make_base(), Two):
    def go(self): super().go()
`;
    expect(await edges(text)).toEqual([
      'One.go → base.py:Base.run likely',
      'One.go → one.py:One.go certain',
      'Two.go → base.py:Base.run certain',
      'Three.go → one.py:Two.go likely',
    ]);
  });

  it('means its constructor where it has one, and stands for a type variable’s bound', async () => {
    const text = `from typing import TypeVar
from kit.base import Base
T = TypeVar("T", bound=Base)
class One:
    def __init__(self): pass
    def get(self) -> T: pass
    def me(self) -> "Self": pass
class Two(One): pass
def work():
    One()
    Two()
    One().get().run()
    Two().me().get()
`;
    expect((await edges(text)).slice(1)).toEqual([
      'work → one.py:One.__init__ certain',
      'work → one.py:Two certain',
      'work → base.py:Base.run likely',
      'work → one.py:One.get certain',
      'work → one.py:One.__init__ certain',
      'work → one.py:One.get likely',
      'work → one.py:One.me certain',
      'work → one.py:Two certain',
    ]);
  });
});

describe('a module', () => {
  it('is found by relative and absolute names, through re-exports, stars and __all__, at the end of its path and in other sources', async () => {
    const files = {
      'src/kit/__init__.py': 'from .base import *\nfrom . import deep\n__all__ = ["Base", "deep"]\n',
      'src/kit/base.py': base,
      'src/kit/deep/__init__.py': 'from ..base import helper as help_me\n',
      'src/kit/deep/low.py': 'from .. import Base\nfrom . import help_me\nfrom ...above import x\nBase()\nhelp_me()\nx()\n',
      'tools/py/lib/name.py': 'def named(): pass\n',
      'src/kit/use.py':
        'from kit import *\nimport kit\nimport lib.name\nBase()\nhelper()\ndeep.help_me()\nkit.base.helper()\nlib.name.named()\n',
      'other:examples/bot/main.py':
        'import kit.deep.low, shared, json\nfrom kit import Base\nBase()\nshared.ready()\njson.dumps()\n',
      'other:examples/bot/shared.py': 'def ready(): pass\n',
      'other:examples/bot/kit_use.py': 'from main import Base\nBase.run()\n',
    };
    expect(await resolvedEdges(files)).toEqual([
      ' → base.py:Base certain',
      ' → base.py:helper certain',
      ' → x unresolved',
      ' → base.py:Base certain',
      ' → helper unresolved',
      ' → base.py:helper certain',
      ' → base.py:helper certain',
      ' → tools/py/lib/name.py:named certain',
      ' → base.py:Base certain',
      ' → examples/bot/shared.py:ready certain',
      ' → json.dumps unresolved',
      ' → base.py:Base.run certain',
    ]);
  });

  it('gives every possibility where an import has an alternative', async () => {
    const text = 'try:\n    from .base import helper\nexcept ImportError:\n    def helper(): pass\nhelper()\n';
    expect(await resolvedEdges({ 'src/kit/base.py': base, 'src/kit/one.py': text }, 'src/kit/one.py')).toEqual([
      ' → base.py:helper likely',
      ' → one.py:helper likely',
    ]);
  });
});

describe('hostile code', () => {
  it('ends: names, imports, bases and types that go in circles', async () => {
    const files = {
      'src/kit/one.py':
        'from .two import *\nfrom .two import a\nb = a\nclass C(D): x: "C"\nclass D(C): pass\ndef f(c: C):\n    c.x.x.x.x.x.x.x.x.run()\n    a.b()\n    z()\n',
      'src/kit/two.py':
        'from .one import *\nfrom .one import b as a\nclass E(E.E): pass\nself = self\nx = x.x().x\nE().run()\nx()\n',
    };
    expect((await resolvedEdges(files)).every((edge) => edge.endsWith('unresolved') || edge === ' → two.py:E certain')).toBe(
      true,
    );
  });

  it('is bounded: chains of names, classes and calls a thousand deep', async () => {
    const names = Array.from({ length: 1000 }, (_, at) => `n${at} = n${at + 1}`).join('\n');
    const classes = Array.from({ length: 1000 }, (_, at) => `class C${at}(C${at + 1}):\n    def m${at}(self): self.m999()`).join(
      '\n',
    );
    const stars = Array.from({ length: 40 }, (_, at) => [
      `src/kit/s${at}.py`,
      Array.from({ length: 40 }, (__, to) => `from .s${to} import *`).join('\n'),
    ]);
    const text = `from .s0 import *\n${names}\n${classes}\nn0()\nmissing()\n${'a.b('.repeat(500)}${')'.repeat(500)}\na${'.b()'.repeat(1000)}\n`;
    const edges = await resolvedEdges({ 'src/kit/one.py': text, ...Object.fromEntries(stars) });
    expect(edges).toContain(' → missing unresolved');
    expect(edges.filter((edge) => edge.startsWith('C0.m0'))).toHaveLength(1);
  });

  it('gives facts for any text, with names that JavaScript has of its own', async () => {
    const word = fc.constantFrom(
      'class ',
      'def ',
      '__proto__',
      'constructor',
      'self',
      '.',
      '(',
      ')',
      ':',
      '\n',
      '\n    ',
      '=',
      'import ',
      'from ',
      '*',
      ',',
      'yield ',
      '[',
      ']',
      'super()',
      '"',
      '#',
      '\0',
      '@',
      'lambda ',
      '😀',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(word, { maxLength: 60 }), async (words) => {
        const graph = await graphOf(words.join(''));
        expect(JSON.parse(JSON.stringify(graph))).toEqual(graph);
        const edges = await resolvedEdges({ 'src/kit/one.py': words.join('') });
        expect(Array.isArray(edges)).toBe(true);
      }),
      { numRuns: runs(150) },
    );
    expect(
      await resolvedEdges({
        'src/kit/one.py':
          'class constructor:\n    def __proto__(self): self.__proto__()\n    def toString(self): self.hasOwnProperty()\n',
      }),
    ).toEqual([
      'constructor.__proto__ → one.py:constructor.__proto__ certain',
      'constructor.toString → self.hasOwnProperty unresolved',
    ]);
  });
});
