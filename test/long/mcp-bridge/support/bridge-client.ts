import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The bridge as agents start it, from the sources. */
export const bridgeEntry = fileURLToPath(new URL('../../../../bin/mcp-bridge.js', import.meta.url));

export interface Answer {
  id: unknown;
  result?: Record<string, unknown>;
  error?: { code: number; message: string };
}

export interface BridgeClient extends AsyncDisposable {
  child: ChildProcess;
  /** Resolves with the exit code. */
  ended: Promise<number | null>;
  request(method: string, params?: object): Promise<Answer>;
  send(message: object | string): void;
  /** The next line that answers none of the requests. */
  next(): Promise<Answer>;
  /** The words of a tool's answer. */
  call(tool: string, given?: object): Promise<string>;
}

export const beginning = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
/** What each request since 2026-07-28 carries. */
export const envelope = {
  _meta: {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  },
};

export function startBridge(
  dataDirectory: string,
  more: readonly string[] = ['--no-start'],
  environment: Record<string, string> = {},
): BridgeClient {
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(?:CONTEXT_HUB|CLAUDE)_/.test(name)));
  const child = spawn(process.execPath, [bridgeEntry, '--data-dir', dataDirectory, ...more], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...inherited, ...environment },
  });
  const waiting = new Map<unknown, (answer: Answer) => void>();
  const others: Answer[] = [];
  const listeners: ((answer: Answer) => void)[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => {
    const answer = JSON.parse(line) as Answer;
    const settle = waiting.get(answer.id) ?? listeners.shift();
    waiting.delete(answer.id);
    if (settle === undefined) others.push(answer);
    else settle(answer);
  });
  child.stderr.resume();
  child.stdin.on('error', () => {});
  let lastId = 0;
  const send = (message: object | string): void => {
    child.stdin.write(`${typeof message === 'string' ? message : JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  };
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  const request = (method: string, params: object = {}): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const id = (lastId += 1);
      waiting.set(id, resolve);
      void ended.then(() => reject(new Error(`The bridge ended before ${method} was answered.`)));
      send({ id, method, params });
    });
  return {
    child,
    ended,
    request,
    send,
    next: () => {
      const first = others.shift();
      return first === undefined ? new Promise((resolve) => listeners.push(resolve)) : Promise.resolve(first);
    },
    call: async (name, given = {}) => {
      const { result, error } = await request('tools/call', { name, arguments: given });
      return result === undefined
        ? `error: ${error?.message}`
        : (result['content'] as { text: string }[]).map(({ text }) => text).join('\n');
    },
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
