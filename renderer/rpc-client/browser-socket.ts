import { HubError } from '../../main/contract/errors.ts';
import { Inbox } from '../../main/rpc/adapters/inbox.ts';
import type { Channel } from '../../main/rpc/channel.ts';
import { decodeMessage, encodeMessage } from '../../main/rpc/message-codec.ts';

/** Opens a socket to the host that served this page. */
export function openBrowserChannel(signal: AbortSignal): Promise<Channel> {
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
    socket.addEventListener('close', () => reject(new HubError('disconnected', 'The service does not answer.')));
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
