import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callGraphSchema } from '../../../main/contract/reading.ts';
import { callGraphOf } from '../../../main/services/graph/call-graph.ts';
import { traceCalls, type TraceAnswer, type TraceRequest } from '../../../main/services/graph/trace-calls.ts';
import type { Hub } from '../../../main/services/hub.ts';
import { graphProcedures } from '../../../main/services/procedures/graph-procedures.ts';
import { testHub, type TestHub } from '../../helpers/corpus.ts';

let folder: string;
let hub: TestHub;

const files: Readonly<Record<string, string>> = {
  'src/voice/frames.py':
    'class Frame:\n    """A frame."""\n\n    def __init__(self):\n        """Begins."""\n        self.id = 1\n\n\nclass EndFrame(Frame):\n    """The end."""\n',
  'src/voice/base.py': `from voice.frames import EndFrame, Frame


class Processor:
    """Handles frames."""

    def push(self, frame: Frame):
        """Pushes it."""
        self.check(frame)
        self.log.debug("pushed")
        return frame

    def check(self, frame): return frame

    def finish(self):
        """Ends."""
        yield EndFrame()
        self.push(Frame())
`,
  'src/voice/bot.py': `from .base import Processor


class Bot(Processor):
    """A bot."""

    def run(self):
        """Runs."""
        self.step()
        return self.finish()

    def step(self):
        """One step."""
        self.run()
        self.step()
        return self.push(None)
`,
  'examples/app/main.py': 'from voice.bot import Bot\n\n\ndef main():\n    bot = Bot()\n    bot.run()\n\n\nmain()\n',
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hub-trace-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, 'corpus', path)), { recursive: true });
    writeFileSync(join(folder, 'corpus', path), text);
  }
  hub = testHub(':memory:', join(folder, 'data'));
  await hub.index([{ name: 'corpus', kind: 'folder', location: join(folder, 'corpus') }]);
});
afterAll(() => {
  hub.connection.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Steps as an indented tree. */
function tree(request: TraceRequest): string[] {
  return shown(traceCalls(hub.connection, request));
}

function shown(answer: TraceAnswer): string[] {
  return answer.steps.map(
    ({ depth, kind, place, seen, line }) =>
      `${' '.repeat(depth - 1)}${place.symbol}:${line}${kind === 'yields' ? ' yielded' : ''}${seen ? ' seen' : ''}`,
  );
}

const chunkOf = (symbol: string, type: string): string =>
  hub.connection
    .prepare<[string, string], { id: string }>(`SELECT chunk_id AS id FROM chunks WHERE symbol = ? AND chunk_type = ?`)
    .get(symbol, type)!.id;

describe('traceCalls', () => {
  it('follows what is called, to a depth, each body once', () => {
    expect(tree({ symbol: 'Bot.run', depth: 1 })).toEqual(['Bot.step:9', 'Processor.finish:10']);
    expect(tree({ symbol: 'Bot.run', depth: 8 })).toEqual([
      'Bot.step:9',
      ' Bot.run:14 seen',
      ' Bot.step:15 seen',
      ' Processor.push:16',
      '  Processor.check:9',
      'Processor.finish:10',
      ' EndFrame:17 yielded',
      ' Frame.__init__:18',
      ' Processor.push:18 seen',
    ]);
  });

  it('follows who calls, and says where the calls stand', () => {
    const answer = traceCalls(hub.connection, { symbol: 'Processor.push', direction: 'callers', depth: 2 });
    expect(shown(answer)).toEqual(['Processor.finish:18', ' Bot.run:10', 'Bot.step:16', ' Bot.run:9 seen', ' Bot.step:15 seen']);
    expect(answer.steps[0]).toMatchObject({
      name: 'self.push',
      confidence: 'certain',
      parent: null,
      place: { source: 'corpus', path: 'src/voice/base.py', lines: { start: 15, end: 18 } },
    });
    expect(answer.steps[1]!.parent).toBe(0);
  });

  it('says which calls lead nowhere that is known', () => {
    expect(traceCalls(hub.connection, { symbol: 'Processor.push', depth: 1 }).unresolved).toEqual(['self.log.debug']);
    expect(traceCalls(hub.connection, { symbol: 'check' }).advice).toEqual(['It calls nothing that is indexed.']);
  });

  it('begins at what yields a type, or keeps the ways that lead there', () => {
    const answer = traceCalls(hub.connection, { yields: 'EndFrame', depth: 2 });
    expect(answer.roots.map(({ symbol }) => symbol)).toEqual(['Processor.finish']);
    expect(shown(answer)).toEqual(['Bot.run:10', ' Bot.step:14', ' main:6']);
    expect(tree({ symbol: 'main', yields: 'EndFrame', depth: 4 })).toEqual([
      'Bot.run:6',
      ' Processor.finish:10',
      '  EndFrame:17 yielded',
    ]);
    expect(traceCalls(hub.connection, { symbol: 'check', yields: 'EndFrame' }).advice).toEqual([
      'Nothing within 2 calls yields EndFrame.',
    ]);
  });

  it.each([
    ['voice.bot.Bot.run', ['Bot.run']],
    ['bot.Bot.run', ['Bot.run']],
    ['run()', ['Bot.run']],
    ['bot.RUN', ['Bot.run']],
    ['processor', ['Processor']],
    ['Frame', ['Frame']],
    ['finish', ['Processor.finish']],
  ])('finds %s', (symbol, expected) => {
    expect(traceCalls(hub.connection, { symbol }).roots.map((place) => place.symbol)).toEqual(expected);
  });

  it('takes a chunk’s id', () => {
    expect(traceCalls(hub.connection, { symbol: chunkOf('Bot', 'class'), depth: 1 }).roots.map(({ symbol }) => symbol)).toEqual([
      'Bot',
    ]);
  });

  it('follows from a class what all of its methods call', () => {
    expect(new Set(tree({ symbol: 'Bot', depth: 1 }))).toEqual(
      new Set(['Bot.step:9', 'Processor.finish:10', 'Bot.run:14', 'Bot.step:15 seen', 'Processor.push:16']),
    );
  });

  it.each([
    [{}, 'usage'],
    [{ symbol: 'Bot', depth: 0 }, 'usage'],
    [{ symbol: 'Bot', depth: 1.5 }, 'usage'],
    [{ symbol: '%' }, 'not-found'],
    [{ symbol: '_ot' }, 'not-found'],
    [{ symbol: '' }, 'not-found'],
    [{ symbol: "'; DROP TABLE edges" }, 'not-found'],
    [{ yields: 'Nothing' }, 'not-found'],
  ])('refuses %j', (request, code) => {
    expect(() => traceCalls(hub.connection, request)).toThrow(expect.objectContaining({ code }));
  });
});

describe('callGraphOf', () => {
  it('gives callers, callees and what is yielded of a method, resolved before unresolved', () => {
    const graph = callGraphSchema.parse(callGraphOf(hub.connection, chunkOf('Processor.push', 'method')));
    expect(graph.symbol).toBe('Processor.push');
    expect(graph.callers.map(({ place, line }) => [place?.symbol, line])).toEqual([
      ['Processor.finish', 18],
      ['Bot.step', 16],
    ]);
    expect(graph.callees.map(({ name, confidence, place }) => [name, confidence, place?.symbol ?? null])).toEqual([
      ['self.check', 'certain', 'Processor.check'],
      ['self.log.debug', 'unresolved', null],
    ]);
    const finish = callGraphOf(hub.connection, chunkOf('Processor.finish', 'method'));
    expect(finish.callees.map(({ kind, place }) => [kind, place?.symbol])).toContainEqual(['yields', 'EndFrame']);
  });

  it('counts who constructs a class and who calls what its overview shows', () => {
    const constructed = callGraphOf(hub.connection, chunkOf('Frame', 'class'));
    expect(constructed.callers.map(({ place }) => place?.symbol)).toEqual(['Processor.finish']);
    const overview = callGraphOf(hub.connection, chunkOf('Processor', 'class'));
    expect(overview.callers.map(({ name, place }) => [name, place?.symbol])).toEqual([['self.check', 'Processor.push']]);
  });

  it('is what the service answers', async () => {
    const answering = { use: async <T>(work: (hub: Hub) => T | Promise<T>): Promise<T> => work(hub as unknown as Hub) };
    const { 'read.callGraph': read } = graphProcedures({ answering });
    const chunkId = chunkOf('Bot.run', 'method');
    expect(await read({ chunkId }, { signal: new AbortController().signal })).toEqual(callGraphOf(hub.connection, chunkId));
  });

  it('refuses a chunk that does not exist', () => {
    expect(() => callGraphOf(hub.connection, 'f'.repeat(64))).toThrow(expect.objectContaining({ code: 'not-found' }));
  });

  it('says of an index that was only migrated that it has no call graph, rather than that the name is not there', async () => {
    const migrated = testHub(':memory:', join(folder, 'migrated'));
    await migrated.index([{ name: 'corpus', kind: 'folder', location: join(folder, 'corpus') }]);
    migrated.connection.exec('DELETE FROM edges; DELETE FROM definitions; DELETE FROM graph_files');
    expect(() => traceCalls(migrated.connection, { symbol: 'Bot.run' })).toThrow('has no call graph yet');
    expect(() => traceCalls(migrated.connection, { yields: 'EndFrame' })).toThrow('has no call graph yet');
    migrated.connection.close();
  });
});
