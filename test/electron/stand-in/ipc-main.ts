import { EventEmitter } from 'node:events';
import { strict } from './strict.ts';

type InvokeHandler = (event: object, ...args: unknown[]) => unknown;
const listeners = new EventEmitter();
const handlers = new Map<string, InvokeHandler>();

/** https://www.electronjs.org/docs/latest/api/ipc-main */
export const ipcMain = strict('ipcMain', {
  on(channel: string, listener: (event: object, ...args: unknown[]) => void) {
    listeners.on(channel, listener);
  },
  handle(channel: string, handler: InvokeHandler) {
    if (handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
    handlers.set(channel, handler);
  },
} satisfies { on: (...values: never) => unknown; handle: (...values: never) => void });

export function receiveFromPage(channel: string, event: object, args: unknown[]): void {
  listeners.emit(channel, event, ...args);
}

/** Of an error only its text crosses. */
export async function invokeHandler(
  channel: string,
  event: object,
  args: unknown[],
): Promise<{ value?: unknown; error?: string }> {
  const handler = handlers.get(channel);
  if (handler === undefined) return { error: `Error: No handler registered for '${channel}'` };
  try {
    return { value: structuredClone(await handler(event, ...args)) };
  } catch (error) {
    return { error: String(error) };
  }
}
