import { describe, expect, test } from 'vitest';
import { bySymbol, chunk } from './support.ts';

async function facts(body: string): Promise<{ yields: string[] | undefined; calls: string[] | undefined }> {
  const indented = body.split('\n').map((line) => `        ${line}`);
  const chunks = await chunk(
    ['class Service(Base):', '    async def run(self, text):', '        """Run."""', ...indented, ''].join('\n'),
  );
  const { yields, calls } = bySymbol(chunks, 'Service.run', 'method').metadata;
  return { yields, calls };
}

describe('yields', () => {
  test.each([
    ['yield AudioFrame(1)', ['AudioFrame']],
    ['yield frames.AudioFrame(1)', ['AudioFrame']],
    ['yield (AudioFrame(1))', ['AudioFrame']],
    ['yield Box[int](1)', ['Box']],
    ['x = yield ErrorFrame("no")', ['ErrorFrame']],
    ['if a:\n    yield A1()\nfor x in y:\n    yield B1()\nyield A1()', ['A1', 'B1']],
    ['yield from Frames()', []],
    ['yield frame', []],
    ['yield', []],
    ['yield make_frame()', []],
    ['yield Frame', []],
    ['yield self.other(Frame())', []],
    ['def inner():\n    yield Inner1()\nyield Outer1()', ['Outer1']],
    ['async def inner():\n    yield Inner1()', []],
    ['callback = lambda: (yield Inner1())', []],
    ['class Nested:\n    def f(self):\n        yield Inner1()', []],
    ['async with x as y, z():\n    try:\n        yield Deep1()\n    except E:\n        yield Deep2()', ['Deep1', 'Deep2']],
  ])('%j', async (body, expected) => {
    expect((await facts(body)).yields).toEqual(expected);
  });
});

describe('calls', () => {
  test.each([
    ['self.push(frame)', ['push']],
    ['await self.push(frame)', ['push']],
    ['cls.create()', ['create']],
    ['Factory.create()', ['Factory.create']],
    ['module.Factory.create()', ['Factory.create']],
    ['Outer.Inner.create()', ['Outer.Inner.create']],
    ['super().run(text)', ['super().run']],
    ['super(Service, self).run(text)', ['super().run']],
    ['self.b()\nself.a()\nself.b()', ['b', 'a']],
    ['self.a(self.b(Some.c()))', ['a', 'b', 'Some.c']],
    ['self.member.method()', []],
    ['function()', []],
    ['Factory()', []],
    ['logger.info("x")', []],
    ['MAX_SIZE.bit_length()', []],
    ['self.handlers["x"]()', []],
    ['x = self.method', []],
    ['[self.each(x) for x in self.all() if self.keep(x)]', ['each', 'all', 'keep']],
    ['{k: self.value(k) for k in x}', ['value']],
    ['def inner(x=self.default()):\n    self.inside()\nself.outside()', ['outside']],
    ['@self.decorator()\ndef inner():\n    pass', []],
    ['run(lambda: self.later())', []],
    ['class Nested(Base.of()):\n    x = self.no()', []],
    ['x: Box.of() = self.made()', ['made']],
    ['f"{self.text()}"', ['text']],
  ])('%j', async (body, expected) => {
    expect((await facts(body)).calls).toEqual(expected);
  });

  test('decorators, defaults and annotations of the function itself are not its body', async () => {
    const text = [
      'class Service:',
      '    @Registry.register(Other.thing())',
      '    def run(self, x: Types.of() = Default.make(), *, y=lambda: Lazy.get()) -> Result.of():',
      '        return self.inside()',
      '',
    ].join('\n');
    expect(bySymbol(await chunk(text), 'Service.run').metadata.calls).toEqual(['inside']);
  });

  test('module functions have them too', async () => {
    const chunks = await chunk('async def build():\n    x = Factory.create()\n    yield DoneFrame(x)\n');
    expect(bySymbol(chunks, 'build', 'function').metadata).toMatchObject({
      calls: ['Factory.create'],
      yields: ['DoneFrame'],
      isAsync: true,
    });
  });
});
