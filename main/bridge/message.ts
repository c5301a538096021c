/** One message of MCP, as far as the bridge looks at it. */
export interface Message {
  jsonrpc: '2.0';
  id?: string | number | null;
  method?: string;
  params?: { protocolVersion?: string; name?: string; _meta?: Record<string, unknown> };
  result?: Record<string, unknown>;
  error?: { code: number; message: string };
}

/** The message that a line holds; null where it holds none. */
export function readMessage(line: Buffer | string): Message | null {
  try {
    const value: unknown = JSON.parse(line.toString());
    return typeof value === 'object' && value !== null && !Array.isArray(value) && 'jsonrpc' in value ? (value as Message) : null;
  } catch {
    return null;
  }
}

/** A message that wants an answer. */
export function isRequest(message: Message): message is Message & { id: string | number; method: string } {
  return typeof message.method === 'string' && message.id !== undefined && message.id !== null;
}

/** Requests of the revision from 2026-07-28 on carry their version with them; results say whether they are whole. */
export function isModern(message: Message): boolean {
  return message.params?._meta?.['io.modelcontextprotocol/protocolVersion'] !== undefined;
}
