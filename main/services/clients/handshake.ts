import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Handshake } from '../../contract/clients.ts';
import type { BridgeCommand } from './server-entry.ts';

/** A client gives up after this time, too. Unit: milliseconds. */
const longestHandshakeMs = 30_000;

interface Answer {
  id?: number;
  result?: {
    serverInfo?: { version?: string };
    tools?: unknown[];
    _meta?: Record<string, unknown>;
    content?: { text?: string }[];
  };
  error?: { message: string };
}

/** Starts the bridge as a client would, says hello and asks for the tools. Never throws: what goes wrong is the answer. */
export async function proveHandshake({ command, args }: BridgeCommand, signal?: AbortSignal): Promise<Handshake> {
  const child = spawn(command, [...args], { stdio: ['pipe', 'pipe', 'pipe'], windowsHide: true });
  const timeout = setTimeout(() => child.kill('SIGKILL'), longestHandshakeMs);
  const stop = (): void => void child.kill('SIGKILL');
  signal?.addEventListener('abort', stop, { once: true });
  let words = '';
  child.stderr.on('data', (data: Buffer) => (words = (words + data.toString()).slice(-500)));
  child.stdin.on('error', () => {});
  try {
    const spawned = new Promise<never>((_, reject) => child.once('error', reject));
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const ask = async (id: number, method: string, params: object): Promise<NonNullable<Answer['result']>> => {
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
      for (;;) {
        const next = await Promise.race([lines.next(), spawned]);
        if (next.done === true) throw new Error(`it ended${words === '' ? '' : `: ${words.trim()}`}`);
        const answer = JSON.parse(next.value) as Answer;
        if (answer.id !== id) continue;
        if (answer.result === undefined) throw new Error(answer.error?.message ?? 'it gave no answer');
        return answer.result;
      }
    };
    await ask(1, 'initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'context-hub connect', version: '1' },
    });
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
    const tools = (await ask(2, 'tools/list', {})).tools?.length ?? 0;
    const status = await ask(3, 'tools/call', { name: 'get_hub_status', arguments: {} });
    const text = status.content?.[0]?.text ?? '';
    const isHub = !/^Context Hub (?:is (?:not running|starting)|did not start|ended)/.test(text);
    return {
      outcome: isHub ? 'hub' : 'bridge',
      tools,
      message: isHub ? `The hub answers through the bridge: ${tools} tools.` : text,
    };
  } catch (error) {
    return { outcome: 'failed', tools: 0, message: `The bridge did not answer: ${(error as Error).message}.` };
  } finally {
    clearTimeout(timeout);
    signal?.removeEventListener('abort', stop);
    child.kill('SIGKILL');
  }
}
