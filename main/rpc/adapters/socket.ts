import type { RawData, WebSocket } from 'ws';
import type { Channel } from '../channel.ts';
import { decodeMessage, encodeMessage } from '../message-codec.ts';
import { Inbox } from './inbox.ts';

/** How often a silent browser is asked by the socket's own ping whether it is there; unanswered until the next, it is dead. */
const pingIntervalMs = 30_000;
/** What the protocol allows for the reason of a close. Unit: bytes. */
const maximumReasonBytes = 123;

/**
 * A channel over an open socket of the package `ws`, on the server or in Node; a client makes it while `open` is told, since a message
 * may follow at once. The server it comes from must set `maxPayload` to `maximumMessageBytes`: larger messages then end the socket
 * before they are read.
 */
export function socketChannel(socket: WebSocket): Channel {
  const inbox = new Inbox();
  let answered = true;
  const heartbeat = setInterval(() => {
    if (!answered) socket.terminate();
    answered = false;
    socket.ping();
  }, pingIntervalMs);
  heartbeat.unref();
  const end = (reason: string): boolean => {
    clearInterval(heartbeat);
    return inbox.close(reason);
  };
  socket.on('pong', () => {
    answered = true;
  });
  socket.on('message', (data, isBinary) =>
    inbox.deliver(decodeMessage(isBinary ? bytesOf(data) : bytesOf(data).toString('utf8'))),
  );
  // `ws` closes the socket after an error, but with a code alone; the error says more.
  socket.on('error', (error) => end(`The connection failed: ${error.message}.`));
  socket.on('close', (code, reason) => end(reason.toString('utf8') || `The connection was closed (${code}).`));
  return {
    send(message) {
      const encoded = encodeMessage(message);
      if (inbox.closed || socket.readyState !== socket.OPEN) return;
      socket.send(encoded, (error) => {
        if (error) end(`The connection failed: ${error.message}.`);
      });
    },
    onMessage: (listener) => inbox.onMessage(listener),
    onClose: (listener) => inbox.onClose(listener),
    close(reason = 'The connection was closed.') {
      if (end(reason)) socket.close(1000, shortened(reason));
    },
    get bufferedBytes() {
      return socket.bufferedAmount;
    },
  };
}

function bytesOf(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data);
  return data instanceof ArrayBuffer ? Buffer.from(data) : data;
}

/** `ws` refuses a reason that is too long. A character that was cut in half is left out by the decoder. */
function shortened(reason: string): string {
  const bytes = Buffer.from(reason).subarray(0, maximumReasonBytes - 3);
  return bytes.toString('utf8').replace(/\uFFFD$/, '…');
}
