import { EventEmitter } from 'node:events';
import type { MessagePortMain } from 'electron';
import { expect, it } from 'vitest';
import { portChannel, type PortLike } from '../../main/rpc/adapters/port.ts';

/** Electron's port: an emitter whose messages come as events, and which is silent until it is started. */
class EmitterEnd extends EventEmitter {
  other: EmitterEnd | null = null;
  #started = false;
  readonly #early: unknown[] = [];

  postMessage(message: unknown): void {
    const copy: unknown = structuredClone(message);
    queueMicrotask(() => this.other?.receive(copy));
  }

  receive(data: unknown): void {
    if (this.#started) this.emit('message', { data, ports: [] });
    else this.#early.push(data);
  }

  start(): void {
    this.#started = true;
    for (const data of this.#early.splice(0)) this.receive(data);
  }

  close(): void {
    queueMicrotask(() => {
      this.emit('close');
      this.other?.emit('close');
    });
  }
}

it('takes the port of a thread and of Electron by their own types', () => {
  const shapes = (port: import('node:worker_threads').MessagePort | MessagePortMain | EmitterEnd): PortLike => port;
  expect(shapes).toBeTypeOf('function');
});

it('speaks over an emitter that has to be started', async () => {
  const [left, right] = [new EmitterEnd(), new EmitterEnd()];
  left.other = right;
  right.other = left;
  left.postMessage('before the channel');
  const channel = portChannel(right);
  const received: unknown[] = [];
  channel.onMessage((message) => received.push(message));
  left.start();
  left.on('message', ({ data }: { data: unknown }) => received.push(data));
  channel.send({ list: [1] });
  await expect.poll(() => received.length).toBe(2);
  expect(received).toEqual(expect.arrayContaining(['before the channel', { list: [1] }]));
  expect(() => channel.send(() => 1)).toThrow(/cannot be sent/);
  const reasons: string[] = [];
  channel.onClose((reason) => reasons.push(reason));
  left.close();
  await expect.poll(() => reasons.length).toBe(1);
  channel.close();
  channel.send('late');
  expect(reasons).toHaveLength(1);
});
