import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { MessageChannel } from 'node:worker_threads';
import { WebSocket, WebSocketServer } from 'ws';
import { memoryPair } from '../../../main/rpc/adapters/memory.ts';
import { portChannel } from '../../../main/rpc/adapters/port.ts';
import { socketChannel } from '../../../main/rpc/adapters/socket.ts';
import type { Channel } from '../../../main/rpc/channel.ts';
import { maximumMessageBytes } from '../../../main/rpc/limits.ts';

/** Two ends of a transport, and the ways to be unkind to it. */
export interface Pair {
  client: Channel;
  server: Channel;
  /** The server's end dies without a word. */
  killServer(): void;
  /** The client's end dies without a word. */
  killClient(): void;
  /** Puts something on the wire that no client of ours would. */
  sendJunk(): void;
  close(): Promise<void>;
}

export interface Transport {
  name: string;
  open(): Promise<Pair>;
}

const memory: Transport = {
  name: 'memory',
  open() {
    const [client, server] = memoryPair();
    return Promise.resolve({
      client,
      server,
      killServer: () => server.close('dead'),
      killClient: () => client.close('dead'),
      sendJunk: () => client.send(['junk']),
      close() {
        client.close();
        return Promise.resolve();
      },
    });
  },
};

const port: Transport = {
  name: 'message port',
  open() {
    const { port1, port2 } = new MessageChannel();
    const client = portChannel(port1);
    const server = portChannel(port2);
    return Promise.resolve({
      client,
      server,
      killServer: () => port2.close(),
      killClient: () => port1.close(),
      sendJunk: () => port1.postMessage(new Map([['type', 'request']])),
      close() {
        client.close();
        return Promise.resolve();
      },
    });
  },
};

const socket: Transport = {
  name: 'WebSocket',
  async open() {
    const listener = new WebSocketServer({ host: '127.0.0.1', port: 0, maxPayload: maximumMessageBytes });
    await once(listener, 'listening');
    const accepted = once(listener, 'connection') as Promise<[WebSocket]>;
    const near = new WebSocket(`ws://127.0.0.1:${(listener.address() as AddressInfo).port}`, { maxPayload: maximumMessageBytes });
    await once(near, 'open');
    const [far] = await accepted;
    return {
      client: socketChannel(near),
      server: socketChannel(far),
      killServer: () => far.terminate(),
      killClient: () => near.terminate(),
      sendJunk: () => near.send('{"type":'),
      async close() {
        near.terminate();
        far.terminate();
        await new Promise((resolve) => {
          listener.close(resolve);
        });
      },
    };
  },
};

export const transports: readonly Transport[] = [memory, port, socket];
