import { MessageChannel, Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { portChannel } from '../../main/rpc/adapters/port.ts';
import { connect, type Connection } from '../../main/rpc/client.ts';
import { testContract, type TestContract } from './support/contract.ts';

let thread: Worker;
let client: Connection<TestContract>;

beforeEach(() => {
  thread = new Worker(new URL('support/peer-thread.ts', import.meta.url));
  const { port1, port2 } = new MessageChannel();
  client = connect(testContract, portChannel(port1));
  thread.postMessage(port2, [port2]);
});
afterEach(async () => {
  client.dispose();
  await thread.terminate();
});

it('speaks with another thread, arrays and streams included', async () => {
  await client.hello;
  expect((await client.call('cloud', { points: 10 })).positions).toHaveLength(30);
  const values: number[] = [];
  for await (const value of client.stream('count', { to: 200 })) values.push(value);
  expect(values).toHaveLength(200);
  await expect(client.call('fail', { how: 'coded' })).rejects.toMatchObject({ code: 'locked' });
});

it('notices that the thread was killed, whatever was under way', async () => {
  const call = client.call('wait', {});
  const stream = client.stream('forever', {});
  await stream.next();
  const next = stream.next();
  await Promise.all([
    expect(call).rejects.toMatchObject({ code: 'disconnected' }),
    expect(next).rejects.toMatchObject({ code: 'disconnected' }),
    expect(client.closed).resolves.toMatchObject({ code: 'disconnected' }),
    thread.terminate(),
  ]);
});
