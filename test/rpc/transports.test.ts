import { setImmediate } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HubError } from '../../main/contract/errors.ts';
import { connect, type Connection } from '../../main/rpc/client.ts';
import { maximumRequestBytes, maximumRequestsAtOnce, streamWindow } from '../../main/rpc/limits.ts';
import { serve, type Served } from '../../main/rpc/server.ts';
import { testContract, testHandlers, type Seen, type TestContract } from './support/contract.ts';
import { transports, type Pair } from './support/transports.ts';

/** What keeps a process alive and belongs to transports. */
function handles(): string[] {
  return process.getActiveResourcesInfo().filter((name) => /MessagePort|TCP|Timeout/.test(name));
}

async function failure(promise: Promise<unknown>): Promise<HubError> {
  const thrown = await promise.then(
    () => null,
    (error: unknown) => error,
  );
  expect(thrown).toBeInstanceOf(HubError);
  return thrown as HubError;
}

describe.each(transports)('a contract over $name', (transport) => {
  const open = (): Promise<Pair> => transport.open();
  let pair: Pair;
  let served: Served;
  let client: Connection<TestContract>;
  let seen: Seen;
  let logged: { message: string; fields: Record<string, unknown> }[];
  let before: string[];

  beforeAll(() => {
    before = handles();
  });
  beforeEach(async () => {
    pair = await open();
    const made = testHandlers();
    seen = made.seen;
    logged = [];
    const note = (message: string, fields: Record<string, unknown> = {}): void => void logged.push({ message, fields });
    served = serve(testContract, made.handlers, pair.server, { logger: { warn: note, error: note }, validateOutput: true });
    client = connect(testContract, pair.client);
  });
  afterEach(async () => {
    client.dispose();
    served.dispose();
    await pair.close();
  });
  afterAll(async () => {
    // `vi.waitFor` would count its own timers.
    for (let turns = 0; turns < 10_000 && handles().length > before.length; turns += 1) await setImmediate();
    if (handles().length > before.length) throw new Error(`Left open: ${handles().join(', ')}`);
  });

  it('answers a call, with defaults of the input filled in', async () => {
    await expect(client.hello).resolves.toBeUndefined();
    expect(await client.call('add', { a: 2 })).toBe(3);
    expect(await client.call('add', { a: 2, b: 5 })).toBe(7);
  });

  it('carries nested data as it is', async () => {
    const value = { text: 'ä\u0000\u{1F600}"\\', list: [1, null, [true, { deep: '' }]], $buffer: 0, parts: [{ path: ['x'] }] };
    expect(await client.call('echo', { value })).toEqual(value);
  });

  it('gives each of many concurrent calls its own answer', async () => {
    const answers = await Promise.all(Array.from({ length: 200 }, (_, index) => client.call('add', { a: index, b: 1000 })));
    expect(answers).toEqual(Array.from({ length: 200 }, (_, index) => index + 1000));
  });

  it('lets a quick call overtake a slow one', async () => {
    const slow = client.call('wait', {});
    await expect.poll(() => seen.waiting).toBe(1);
    expect(await client.call('add', { a: 1 })).toBe(2);
    await client.call('letGo', {});
    expect(await slow).toBe('let go');
  });

  it('hands coded errors over with their details', async () => {
    const error = await failure(client.call('fail', { how: 'coded' }));
    expect(error).toMatchObject({ code: 'locked', message: 'Somebody else has it.', details: { owner: 42 } });
    expect(logged).toEqual([]);
  });

  it('turns anything else thrown into internal and logs its stack', async () => {
    expect(await failure(client.call('fail', { how: 'plain' }))).toMatchObject({ code: 'internal', message: 'a plain mistake' });
    expect(logged).toHaveLength(1);
    expect(logged[0]!.message).toBe('fail failed: a plain mistake');
    expect(logged[0]!.fields['stack']).toContain('support/contract.ts');
    expect(await failure(client.call('fail', { how: 'odd' }))).toMatchObject({ code: 'internal' });
    expect(await client.call('add', { a: 1 })).toBe(2);
  });

  it('makes an error with functions in it cloneable', async () => {
    expect(await failure(client.call('fail', { how: 'uncloneable' }))).toMatchObject({
      code: 'usage',
      message: 'With a function in its details.',
    });
  });

  it('answers with an error when an answer cannot be sent or breaks the contract', async () => {
    expect(await failure(client.call('unsendable', {}))).toMatchObject({ code: 'internal' });
    const breach = await failure(client.call('breach', {}));
    expect(breach.message).toContain('Answer of breach breaks the contract');
    expect(await client.call('add', { a: 1 })).toBe(2);
  });

  it('refuses unknown names and invalid input and says what is valid', async () => {
    const unknown = await failure(client.call('nothing' as 'add', { a: 1 }));
    expect(unknown.code).toBe('usage');
    expect(unknown.message).toContain('add, echo');
    for (const inherited of ['constructor', '__proto__', 'toString'])
      expect((await failure(client.call(inherited as 'add', { a: 1 }))).code).toBe('usage');
    const invalid = await failure(client.call('add', { a: 'one', c: 1 } as never));
    expect(invalid.code).toBe('usage');
    expect(invalid.message).toMatch(/^Invalid input for add: .*a: /);
    expect(invalid.message).toContain('"c"');
  });

  it('refuses a request that is too large without sending it', async () => {
    const error = await failure(client.call('echo', { value: 'x'.repeat(maximumRequestBytes) }));
    expect(error.code).toBe('usage');
    expect(await client.call('add', { a: 1 })).toBe(2);
  });

  it('carries typed arrays', async () => {
    const { positions, ids, label } = await client.call('cloud', { points: 20_000 });
    expect(positions).toBeInstanceOf(Float32Array);
    expect(positions).toHaveLength(60_000);
    expect(positions[59_999]).toBe(59_999 / 2);
    expect(ids).toBeInstanceOf(Uint32Array);
    expect(ids[19_999]).toBe(19_999);
    expect(label).toBe('cloud');
  });

  it('delivers every value of an every-stream, in order', async () => {
    const values: number[] = [];
    for await (const value of client.stream('count', { to: 1000 })) values.push(value);
    expect(values).toEqual(Array.from({ length: 1000 }, (_, index) => index));
    expect(seen.finished).toEqual(['count']);
  });

  it('does not produce more of an every-stream than the reader has room for', async () => {
    const stream = client.stream('count', { to: 100_000 });
    expect(await stream.next()).toEqual({ done: false, value: 0 });
    await expect.poll(() => seen.produced).toBe(streamWindow);
    // Two round trips, in which it could go on.
    await client.call('add', { a: 1 });
    await client.call('add', { a: 1 });
    expect(seen.produced).toBe(streamWindow);
    await stream.return!();
    await expect.poll(() => seen.finished).toEqual(['count']);
  });

  it('delivers first and last of a latest-stream, in order, and few between', async () => {
    const values: number[] = [];
    for await (const value of client.stream('states', { to: 20_000 })) values.push(value);
    expect(values[0]).toBe(0);
    expect(values.at(-1)).toBe(19_999);
    expect(values).toEqual([...values].sort((a, b) => a - b));
    expect(values.length).toBeLessThan(1000);
  });

  it.each(['count', 'states'] as const)('ends %s with its error, after the values before it', async (stream) => {
    const values: number[] = [];
    const error = await failure(
      (async () => {
        for await (const value of client.stream(stream, { to: 50, failAt: 40 })) values.push(value);
      })(),
    );
    expect(error).toMatchObject({ code: 'not-found', message: 'Nothing at 40.' });
    expect(values.at(-1)).toBe(39);
    expect(seen.finished).toEqual([stream]);
  });

  it.each(['forever', 'foreverEvery'] as const)('runs the finally of %s when the loop is left early', async (stream) => {
    for await (const value of client.stream(stream, {})) {
      expect(value).toBe(0);
      break;
    }
    await expect.poll(() => seen.finished).toEqual([stream]);
    expect(seen.aborted).toEqual([stream]);
    expect(await client.call('add', { a: 1 })).toBe(2);
  });

  it.each(['forever', 'foreverEvery'] as const)('ends %s with cancelled when its signal fires, mid-stream', async (stream) => {
    const controller = new AbortController();
    const values = client.stream(stream, {}, { signal: controller.signal });
    expect(await values.next()).toEqual({ done: false, value: 0 });
    const next = values.next();
    controller.abort();
    expect((await failure(next)).code).toBe('cancelled');
    expect(await values.next()).toEqual({ done: true, value: undefined });
    await expect.poll(() => seen.finished).toEqual([stream]);
  });

  it('cancels a call and aborts its handler', async () => {
    const controller = new AbortController();
    const waiting = client.call('wait', {}, { signal: controller.signal });
    await expect.poll(() => seen.waiting).toBe(1);
    controller.abort();
    expect((await failure(waiting)).code).toBe('cancelled');
    await expect.poll(() => seen.waiting).toBe(0);
    expect(seen.aborted).toEqual(['wait']);
    expect((await failure(client.call('add', { a: 1 }, { signal: controller.signal }))).code).toBe('cancelled');
    expect(await client.call('add', { a: 1 })).toBe(2);
  });

  it('does not send a stream that nobody reads', async () => {
    client.stream('count', { to: 5 });
    await client.call('add', { a: 1 });
    expect(seen.produced).toBe(0);
  });

  it.each([
    ['is closed', (): void => served.dispose('Restarting.')],
    ['dies', (): void => pair.killServer()],
  ])('rejects all that is under way when the service %s', async (_how, end) => {
    const call = client.call('wait', {});
    const stream = client.stream('forever', {});
    await stream.next();
    const next = stream.next();
    await expect.poll(() => seen.waiting).toBe(1);
    end();
    expect((await failure(call)).code).toBe('disconnected');
    expect((await failure(next)).code).toBe('disconnected');
    expect((await client.closed).code).toBe('disconnected');
    expect((await failure(client.call('add', { a: 1 }))).code).toBe('disconnected');
    expect((await failure(client.stream('forever', {}).next())).code).toBe('disconnected');
    await served.closed;
    expect(seen.aborted.toSorted()).toEqual(['forever', 'wait']);
  });

  it.each([
    ['closes', (): void => client.dispose()],
    ['dies', (): void => pair.killClient()],
  ])('aborts every handler when the client %s', async (_how, end) => {
    void client.call('wait', {}).catch(() => {});
    const stream = client.stream('foreverEvery', {});
    await stream.next();
    await expect.poll(() => seen.waiting).toBe(1);
    end();
    await served.closed;
    await expect.poll(() => seen.finished).toEqual(['foreverEvery']);
    expect(seen.aborted.toSorted()).toEqual(['foreverEvery', 'wait']);
  });

  it('ends the connection on a malformed message, and says so', async () => {
    await client.hello;
    pair.sendJunk();
    const reason = await client.closed;
    expect(reason).toMatchObject({ code: 'usage' });
    expect(reason.message).toContain('malformed');
    await served.closed;
    expect(logged.map(({ message }) => message)).toEqual(['A client was turned away.']);
  });

  it.each([
    ['an unknown type', { type: 'steal', id: 1 }],
    ['an id that is used again', { type: 'request', id: 1, name: 'add', input: { a: 1 } }],
    ['an id below zero', { type: 'cancel', id: -1 }],
    ['an id that is no whole number', { type: 'cancel', id: 1.5 }],
    ['endless credit', { type: 'credit', id: 1, count: 1e9 }],
    ['a second hello', { type: 'hello', protocol: 'context-hub', version: 1 }],
    ['another protocol', { type: 'hello', protocol: 'http', version: 1 }],
    ['text', 'hello'],
    ['nothing', null],
    ['a huge request', { type: 'request', id: 9, name: 'echo', input: { value: 'x'.repeat(maximumRequestBytes + 1) } }],
    ['more of its fields', { type: 'cancel', id: 1, extra: true }],
  ])('ends the connection on %s', async (_what, frame) => {
    await client.call('add', { a: 1 });
    pair.client.send(frame);
    expect((await client.closed).code).toBe('usage');
    await served.closed;
  });

  it('bounds how much one client has under way', async () => {
    const calls = Array.from({ length: maximumRequestsAtOnce }, () => client.call('wait', {}));
    expect((await failure(client.call('add', { a: 1 }))).message).toContain('requests at once');
    await expect.poll(() => seen.waiting).toBe(maximumRequestsAtOnce);
    client.dispose();
    const ends = await Promise.allSettled(calls);
    expect(ends.every(({ status }) => status === 'rejected')).toBe(true);
  });

  it('tells both sides which versions met when they differ', async () => {
    const other = await open();
    const turned = serve(testContract, testHandlers().handlers, other.server, {
      logger: { warn: (message, fields) => logged.push({ message, fields: fields ?? {} }), error: () => {} },
      version: 7,
    });
    const newer = connect(testContract, other.client, { version: 8 });
    const error = await failure(newer.hello);
    expect(error).toMatchObject({ code: 'incompatible', details: { client: 8, service: 7 } });
    expect(error.message).toContain('version 8');
    expect((await failure(newer.call('add', { a: 1 }))).code).toBe('incompatible');
    expect(await turned.closed).toBeTypeOf('string');
    await other.close();
  });

  it('answers nothing before hello', async () => {
    const other = await open();
    const turned = serve(testContract, testHandlers().handlers, other.server, { logger: { warn: () => {}, error: () => {} } });
    const messages: unknown[] = [];
    other.client.onMessage((message) => messages.push(message));
    other.client.send({ type: 'request', id: 1, name: 'add', input: { a: 1 } });
    await turned.closed;
    await expect.poll(() => messages.length).toBe(2);
    expect(messages).toMatchObject([{ type: 'hello' }, { type: 'error', id: null, error: { code: 'usage' } }]);
    await other.close();
  });

  it('answers a ping', async () => {
    await client.hello;
    const answer = new Promise((resolve) => {
      pair.client.onMessage(resolve);
    });
    pair.client.send({ type: 'ping' });
    expect(await answer).toEqual({ type: 'pong' });
  });

  it('closes twice and sends after the end without complaint', async () => {
    client.dispose();
    client.dispose();
    await served.closed;
    served.dispose();
    pair.client.send({ type: 'ping' });
    pair.server.send({ type: 'pong' });
    await expect(client.call('add', { a: 1 })).rejects.toMatchObject({ code: 'disconnected' });
  });
});
