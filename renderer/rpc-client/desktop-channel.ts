import type { Channel } from '../../main/rpc/channel.ts';
import { portChannel } from '../../main/rpc/adapters/port.ts';
import type { DesktopBridge } from './desktop-bridge.ts';

/** Asks the desktop app for a port to the service; it comes as a message of this window that carries the nonce of the question. */
export function openDesktopChannel(bridge: DesktopBridge, signal: AbortSignal): Promise<Channel> {
  const nonce = crypto.randomUUID();
  return new Promise((resolve, reject) => {
    const receive = (event: MessageEvent<unknown>): void => {
      const [port] = event.ports;
      if (event.source !== window || port === undefined || nonceOf(event.data) !== nonce) return;
      window.removeEventListener('message', receive);
      resolve(portChannel(port));
    };
    window.addEventListener('message', receive, { signal });
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    bridge.connect(nonce);
  });
}

function nonceOf(data: unknown): unknown {
  return typeof data === 'object' && data !== null && 'nonce' in data ? data.nonce : undefined;
}
