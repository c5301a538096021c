import { EventEmitter } from 'node:events';
import { isMainThread, MessageChannel } from 'node:worker_threads';
import { StandInPort } from './message-ports.ts';
import type { UtilityFrame } from './utility-process.ts';

/** Runs before the entry of a utility process and gives it its `process.parentPort`. Threads of the process load it too. */
if (isMainThread && process.send !== undefined) {
  const send = process.send.bind(process) as (frame: UtilityFrame) => void;
  // It is no child process of Node's own kind.
  Object.assign(process, { send: undefined, type: 'utility' });
  const waiting: unknown[] = [];
  const local = new Map<number, MessageChannel>();

  class ParentPort extends EventEmitter {
    postMessage(data: unknown): void {
      structuredClone(data);
      send({ kind: 'message', data, ports: [] });
    }

    override on(event: string, listener: (event: never) => void): this {
      super.on(event, listener as (event: unknown) => void);
      // Messages wait for the first listener.
      if (event === 'message') for (const message of waiting.splice(0)) this.emit('message', message);
      return this;
    }
  }
  const parentPort = new ParentPort();
  Object.assign(process, { parentPort });

  process.on('message', (frame: UtilityFrame) => {
    if (frame.kind !== 'message') {
      const channel = local.get(frame.id);
      if (frame.kind === 'port') channel?.port1.postMessage(frame.data);
      else {
        local.delete(frame.id);
        channel?.port1.close();
      }
      return;
    }
    const ports = frame.ports.map((id) => {
      const channel = new MessageChannel();
      local.set(id, channel);
      channel.port1.on('message', (data: unknown) => send({ kind: 'port', id, data }));
      channel.port1.on('close', () => {
        if (local.delete(id)) send({ kind: 'port-close', id });
      });
      return new StandInPort(channel.port2);
    });
    const message = { data: frame.data, ports };
    if (parentPort.listenerCount('message') === 0) waiting.push(message);
    else parentPort.emit('message', message);
  });
  process.on('disconnect', () => {
    process.exit(1);
  });
}
