import type { McpClient } from '../../contract/mcp.ts';
import type { Hello } from '../../core/mcp-address.ts';
import type { Caller } from './tool.ts';

/** One connection, and who is behind it. */
export interface ConnectedClient {
  readonly caller: Caller;
  /** What the client says of itself, once it does. */
  identify(name: string, version: string): void;
  called(): void;
  close(): void;
}

/** Longest names that are kept of what a client says of itself. */
const longestName = 200;

/** Who is connected now. */
export class ConnectedClients {
  readonly #clients = new Map<number, McpClient>();
  readonly #onChange: () => void;
  #next = 1;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** Newest first. */
  list(): McpClient[] {
    return [...this.#clients.values()].reverse().map((client) => ({ ...client }));
  }

  open(transport: McpClient['transport'], hello: Hello): ConnectedClient {
    const client: McpClient = {
      id: this.#next++,
      transport,
      name: cut(hello.client),
      version: null,
      project: hello.project?.slice(0, 4096) ?? null,
      session: cut(hello.session),
      connectedAt: new Date().toISOString(),
      calls: 0,
      lastCallAt: null,
    };
    const { project, session } = client;
    const caller: Caller = { transport, client: client.name, clientVersion: null, session, project };
    this.#clients.set(client.id, client);
    this.#onChange();
    return {
      caller,
      identify: (name, version) => {
        if (caller.client === name && caller.clientVersion === version) return;
        client.name = caller.client = cut(name);
        client.version = caller.clientVersion = cut(version);
        this.#onChange();
      },
      called: () => {
        client.calls += 1;
        client.lastCallAt = new Date().toISOString();
        this.#onChange();
      },
      close: () => {
        if (this.#clients.delete(client.id)) this.#onChange();
      },
    };
  }
}

function cut(text: string | undefined): string | null {
  return text === undefined || text === '' ? null : text.slice(0, longestName);
}
