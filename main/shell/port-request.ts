import { noncePattern } from '../contract/desktop-messages.ts';
import { appOrigin } from './app-origin.ts';

/** As much of a frame as proves who asks. */
export interface AskingFrame {
  origin: string;
  /** Null for the main frame of a window. */
  parent: unknown;
}

/** Why a request over Electron's own messages is refused, or null where the app's page asks in its main frame. */
export function senderRefusal(frame: AskingFrame | null): string | null {
  // The page has gone elsewhere or is gone since.
  if (frame === null) return 'the frame that asked is gone';
  if (frame.parent !== null) return 'it came from a frame within a page';
  return frame.origin === appOrigin ? null : `it came from ${frame.origin.slice(0, 100)}`;
}

/** The same for a request to be connected with the service. */
export function connectRefusal(frame: AskingFrame | null, nonce: unknown): string | null {
  const refusal = senderRefusal(frame);
  if (refusal !== null) return refusal;
  return typeof nonce === 'string' && noncePattern.test(nonce) ? null : 'its nonce is malformed';
}
