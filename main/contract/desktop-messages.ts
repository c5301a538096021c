import type { CommandId } from './commands.ts';

/**
 * What the desktop app's preload says to the page, by `window.postMessage` to the page's own origin; the page takes it only from its own
 * window. Message ports cannot be passed through what the preload exposes.
 */
export type DesktopMessage =
  /** The answer to `connect(nonce)`: `event.ports[0]` leads to the service. */
  | { type: 'context-hub:port'; nonce: string }
  /** A command chosen in the menu. */
  | { type: 'context-hub:command'; id: CommandId }
  /** Where to go: the hash of a route, `#` included. */
  | { type: 'context-hub:go'; hash: string }
  /** A source to offer for adding: what somebody outside typed or linked. It is added only when the user says so. */
  | { type: 'context-hub:offer-source'; text: string };

/** What a nonce of `connect` looks like; anything else is refused. */
export const noncePattern = /^[A-Za-z0-9-]{16,64}$/;
