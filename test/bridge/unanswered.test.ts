import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Bridge } from '../../main/bridge/bridge.ts';
import type { Message } from '../../main/bridge/message.ts';

/** A hub that hears everything and says only what it is told to. */
class SilentHub {
  readonly heard: Message[] = [];
  readonly #server: Server;
  #socket: Socket | null = null;
  onMessage: (message: Message) => void = () => {};

  constructor(path: string) {
    this.#server = createServer((socket) => {
      this.#socket = socket;
      let text = '';
      socket.on('data', (part) => {
        text += part.toString();
        const lines = text.split('\n');
        text = lines.pop()!;
        for (const line of lines) {
          const message = JSON.parse(line) as Message;
          this.heard.push(message);
          this.onMessage(message);
        }
      });
      socket.on('error', () => {});
    }).listen(path);
  }

  say(message: object): void {
    this.#socket?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  close(): void {
    this.#socket?.destroy();
    this.#server.close();
  }
}

let folder: string;
let hub: SilentHub;
let bridge: Bridge;
let told: Message[];
let onTold: () => void;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hub-silent-'));
  const address = process.platform === 'win32' ? `\\\\.\\pipe\\hub-silent-${process.pid}` : join(folder, 'mcp.sock');
  hub = new SilentHub(address);
  told = [];
  onTold = () => {};
  bridge = new Bridge({
    address,
    hello: () => ({}),
    version: '0',
    write: (line) => {
      told.push(JSON.parse(line.toString()) as Message);
      onTold();
      return true;
    },
    start: null,
    otherVersion: () => false,
    dataDirectory: folder,
    patience: { callMs: 60, otherMs: 20, hungMs: 20 },
  });
  await bridge.open();
});
afterEach(() => {
  bridge.end();
  hub.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Resolves when the client has been told so much. */
function toldSoMuch(count: number): Promise<void> {
  return new Promise((resolve) => {
    onTold = () => {
      if (told.length >= count) resolve();
    };
    onTold();
  });
}

function call(id: number, method = 'tools/call'): void {
  bridge.take(Buffer.from(JSON.stringify({ jsonrpc: '2.0', id, method, params: { name: 'search_docs' } })));
}

describe('a hub that does not answer', () => {
  it('is said so to each call, with what to do, and need not answer any more', async () => {
    const { promise: cancelled, resolve } = Promise.withResolvers<Message>();
    hub.onMessage = (message) => {
      if (message.method === 'notifications/cancelled') resolve(message);
    };
    call(1);
    await toldSoMuch(1);
    expect(told[0]).toMatchObject({ id: 1, result: { isError: true } });
    expect(JSON.stringify(told[0])).toMatch(/does not answer.*grep/);
    expect(await cancelled).toMatchObject({ params: { requestId: 1 } });
    call(2);
    await toldSoMuch(2);
    expect(told[1]).toMatchObject({ id: 2, result: { isError: true } });
  });

  it('answers initialize from the record, so that an agent starts', async () => {
    call(7, 'initialize');
    await toldSoMuch(1);
    expect(told[0]).toMatchObject({ id: 7, result: { serverInfo: { name: 'context-hub' } } });
  });

  it('is heard again when it goes on: late answers are dropped, new ones pass', async () => {
    call(1);
    await toldSoMuch(1);
    hub.onMessage = ({ id, method }) => {
      if (method !== 'tools/call') return;
      hub.say({ id: 1, result: { content: [{ type: 'text', text: 'late' }] } });
      hub.say({ id, result: { content: [{ type: 'text', text: 'here' }] } });
    };
    call(2);
    await toldSoMuch(2);
    expect(told.slice(1)).toMatchObject([{ id: 2, result: { content: [{ text: 'here' }] } }]);
    expect(bridge.isIdle).toBe(true);
  });
});
