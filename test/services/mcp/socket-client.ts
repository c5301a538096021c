import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { Client, ReadBuffer, serializeMessage, type JSONRPCMessage, type Transport } from '@modelcontextprotocol/client';
import { helloLine, type Hello } from '../../../main/core/mcp-address.ts';
import { tools } from '../../../main/services/mcp/tools/index.ts';

/** The official client's way through a socket, as the bridge has it: a hello, then one message per line. */
class SocketTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #path: string;
  readonly #hello: Hello | null;
  readonly #buffer = new ReadBuffer();
  #socket: Socket | null = null;

  constructor(path: string, hello: Hello | null) {
    this.#path = path;
    this.#hello = hello;
  }

  async start(): Promise<void> {
    const socket = connect(this.#path);
    this.#socket = socket;
    await once(socket, 'connect');
    socket.on('data', (part) => {
      this.#buffer.append(part);
      for (;;) {
        const message = this.#buffer.readMessage();
        if (message === null) break;
        this.onmessage?.(message);
      }
    });
    socket.on('close', () => this.onclose?.());
    socket.on('error', (error) => this.onerror?.(error));
    if (this.#hello !== null) socket.write(helloLine(this.#hello));
  }

  send(message: JSONRPCMessage): Promise<void> {
    this.#socket?.write(serializeMessage(message));
    return Promise.resolve();
  }

  close(): Promise<void> {
    this.#socket?.destroy();
    return Promise.resolve();
  }
}

export interface ToolResult {
  text: string;
  structured: Record<string, unknown>;
  isError: boolean;
}

export interface Agent extends AsyncDisposable {
  client: Client;
  call(name: string, args?: Record<string, unknown>): Promise<ToolResult>;
}

/** An agent that is connected to the socket. `era` as the client's own option has it. */
export async function openAgent(
  path: string,
  options: { hello?: Hello | null; era?: 'legacy' | 'auto' | { pin: string }; name?: string } = {},
): Promise<Agent> {
  const client = new Client(
    { name: options.name ?? 'test-agent', version: '0.1.0' },
    { versionNegotiation: { mode: options.era ?? 'legacy' } },
  );
  await client.connect(new SocketTransport(path, options.hello === undefined ? {} : options.hello));
  return {
    client,
    call: async (name, args = {}) => {
      const result = await client.callTool({ name, arguments: args });
      // The service does not look at its own answers again.
      if (result.isError !== true) tools.find((tool) => tool.name === name)?.output.parse(result.structuredContent);
      const [first] = result.content;
      return {
        text: first?.type === 'text' ? first.text : '',
        structured: (result.structuredContent ?? {}) as Record<string, unknown>,
        isError: result.isError === true,
      };
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}
