import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ReconnectingClient } from '../../../main/rpc/reconnecting-client.ts';
import type { ConnectionState } from '../../../main/rpc/client-api.ts';
import { openConnection } from '../../../renderer/rpc-client/open-connection.ts';
import type { HubConnection } from '../../../renderer/rpc-client/hub-connection.ts';

/** A window as the desktop app's preload leaves it, with a service at the far end of each port. */
let target: EventTarget;
let farEnds: MessagePort[];
let connection: HubConnection;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  farEnds = [];
  target = new EventTarget();
  const contextHub = {
    connect(nonce: string) {
      const { port1, port2 } = new MessageChannel();
      farEnds.push(port2);
      const message = new Event('message');
      Object.assign(message, { source: target, ports: [port1], data: { nonce } });
      queueMicrotask(() => target.dispatchEvent(message));
    },
  };
  vi.stubGlobal('window', Object.assign(target, { contextHub }));
  connection = openConnection();
});
afterEach(() => {
  if (connection instanceof ReconnectingClient) connection.dispose();
  for (const port of farEnds) port.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Until the connection is in the state. */
function reached(name: ConnectionState['name']): Promise<ConnectionState> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (connection.state.name === name) resolve(connection.state);
    };
    connection.subscribe(look);
    look();
  });
}

describe('the connection of the desktop app', () => {
  it('notices a service that has stopped answering though its port stays open, and asks for another port', async () => {
    await vi.waitFor(() => expect(farEnds.length).toBe(1));
    const pinged = Promise.withResolvers<void>();
    farEnds[0]!.addEventListener('message', ({ data }: MessageEvent<{ type: string }>) => {
      if (data.type === 'ping') pinged.resolve();
    });
    farEnds[0]!.start();
    farEnds[0]!.postMessage({ type: 'hello', protocol: 'context-hub', version: 1 });
    await reached('open');
    vi.advanceTimersByTime(15_000);
    await pinged.promise;
    const lost = reached('lost');
    vi.advanceTimersByTime(15_000);
    expect(await lost).toMatchObject({ reason: 'The service has stopped answering.' });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(farEnds.length).toBe(2);
  });
});
