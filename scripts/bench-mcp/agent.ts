import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { helloLine } from '../../main/core/mcp-address.ts';

interface Answer {
  id?: number;
  result?: { isError?: boolean; content?: { text?: string }[] };
  error?: { message?: string };
}

/** One agent on the hub's socket. */
export interface Agent {
  call(name: string, given: object): Promise<Answer>;
  end(): void;
}

/** Connects and introduces itself, as the bridge does for an agent. */
export async function openAgent(address: string, number: number): Promise<Agent> {
  const socket = connect(address);
  const waiting = new Map<number, { resolve: (answer: Answer) => void; reject: (error: Error) => void }>();
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  createInterface({ input: socket }).on('line', (line) => {
    const answer = JSON.parse(line) as Answer;
    if (answer.id !== undefined) waiting.get(answer.id)?.resolve(answer);
  });
  socket.on('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('The hub closed the connection.'));
  });
  let last = 0;
  const send = (message: object): void => void socket.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const ask = (method: string, params: object): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const id = (last += 1);
      waiting.set(id, { resolve, reject });
      send({ id, method, params });
    });
  socket.write(helloLine({ project: process.cwd(), client: `bench-${number}` }));
  await ask('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: `bench-${number}`, version: '1' },
  });
  send({ method: 'notifications/initialized' });
  return {
    call: async (name, given) => {
      const answer = await ask('tools/call', { name, arguments: given });
      waiting.delete(last);
      return answer;
    },
    end: () => socket.destroy(),
  };
}
