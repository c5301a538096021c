import { HubError } from '../../contract/errors.ts';
import { MalformedMessage, type Channel } from '../channel.ts';
import { Inbox } from './inbox.ts';

interface PortEvent {
  data: unknown;
}

interface Sending {
  postMessage(message: unknown): void;
  start?(): void;
  close(): void;
}

/** `MessagePort` of a page and of `node:worker_threads`. */
export interface EventTargetPort extends Sending {
  addEventListener: (type: string, listener: never) => void;
}

/** Electron's `MessagePortMain`. */
export interface EmitterPort extends Sending {
  on: (event: never, listener: never) => unknown;
}

export type PortLike = EventTargetPort | EmitterPort;

/** A channel over a message port. All three kinds tell of the far end's death by a `close` event. */
export function portChannel(port: PortLike): Channel {
  const inbox = new Inbox();
  const listen = (event: string, listener: (event: PortEvent) => void): void => {
    if ('addEventListener' in port) port.addEventListener(event, listener as never);
    else port.on(event as never, listener as never);
  };
  listen('message', ({ data }) => inbox.deliver(data));
  listen('messageerror', () => inbox.deliver(new MalformedMessage('it could not be copied')));
  listen('close', () => inbox.close('The other side has closed the connection or has ended.'));
  port.start?.();
  return {
    send(message) {
      if (inbox.closed) return;
      try {
        port.postMessage(message);
      } catch (thrown) {
        throw new HubError(
          'internal',
          `A message cannot be sent: ${thrown instanceof Error ? thrown.message : 'it cannot be copied'}`,
        );
      }
    },
    onMessage: (listener) => inbox.onMessage(listener),
    onClose: (listener) => inbox.onClose(listener),
    close(reason = 'The connection was closed.') {
      if (inbox.close(reason)) port.close();
    },
    bufferedBytes: 0,
  };
}
