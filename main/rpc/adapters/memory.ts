import { HubError } from '../../contract/errors.ts';
import type { Channel } from '../channel.ts';
import { Inbox } from './inbox.ts';

/**
 * Two channels that are each other's far end, in one thread. Messages are copied as a port would copy them.
 * @param deliver runs one delivery; deliveries of one direction must run in the order in which they were given. Default: soon.
 */
export function memoryPair(deliver: (delivery: () => void) => void = queueMicrotask): [Channel, Channel] {
  const left = new Inbox();
  const right = new Inbox();
  return [end(left, right, deliver), end(right, left, deliver)];
}

function end(own: Inbox, other: Inbox, deliver: (delivery: () => void) => void): Channel {
  return {
    send(message) {
      if (own.closed) return;
      let copy: unknown;
      try {
        copy = structuredClone(message);
      } catch (thrown) {
        throw new HubError(
          'internal',
          `A message cannot be sent: ${thrown instanceof Error ? thrown.message : 'it cannot be copied'}`,
        );
      }
      deliver(() => other.deliver(copy));
    },
    onMessage: (listener) => own.onMessage(listener),
    onClose: (listener) => own.onClose(listener),
    close(reason = 'The connection was closed.') {
      if (own.close(reason)) deliver(() => other.close(reason));
    },
    bufferedBytes: 0,
  };
}
