import { HubError } from '../../main/contract/errors.ts';
import { Inbox } from '../../main/rpc/adapters/inbox.ts';
import type { Channel } from '../../main/rpc/channel.ts';
import { decodeMessage, encodeMessage } from '../../main/rpc/message-codec.ts';
import type { BrowserAccess } from './browser-access.ts';

/** Opens a socket to the host that served this page, after making sure that it will be let in. */
export async function openBrowserChannel(access: BrowserAccess, signal: AbortSignal): Promise<Channel> {
  await access.ensure(signal);
  const address = new URL('rpc', window.location.href);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  address.hash = '';
  const socket = new WebSocket(address);
  socket.binaryType = 'arraybuffer';
  return new Promise((resolve, reject) => {
    const abort = (): void => socket.close();
    signal.addEventListener('abort', abort, { once: true });
    socket.addEventListener('open', () => {
      signal.removeEventListener('abort', abort);
      resolve(socketChannel(socket));
    });
    // Before it was open, this tells why not; afterwards nobody listens to the promise any more.
    socket.addEventListener('close', () =>
      reject(new HubError('disconnected', 'The service does not answer. Is it still running?')),
    );
  });
}

function socketChannel(socket: WebSocket): Channel {
  const inbox = new Inbox();
  socket.addEventListener('message', ({ data }: MessageEvent<string | ArrayBuffer>) =>
    inbox.deliver(decodeMessage(typeof data === 'string' ? data : new Uint8Array(data))),
  );
  socket.addEventListener('close', ({ code, reason }) => inbox.close(reason || `The connection was closed (${code}).`));
  return {
    send(message) {
      const encoded = encodeMessage(message);
      if (!inbox.closed && socket.readyState === WebSocket.OPEN) socket.send(encoded);
    },
    onMessage: (listener) => inbox.onMessage(listener),
    onClose: (listener) => inbox.onClose(listener),
    close(reason = 'The connection was closed.') {
      if (inbox.close(reason)) socket.close(1000);
    },
    get bufferedBytes() {
      return socket.bufferedAmount;
    },
  };
}
