import { commands } from '../../main/contract/commands.ts';
import type { DesktopMessage } from '../../main/contract/desktop-messages.ts';

/** What of it is for the screens; the port of a connection is taken by whoever asked for it. */
export type ScreenMessage = Exclude<DesktopMessage, { type: 'context-hub:port' }>;

/** A message of the desktop app out of whatever was posted to this window; null for anything else. */
export function readDesktopMessage(data: unknown): ScreenMessage | null {
  if (typeof data !== 'object' || data === null || !('type' in data)) return null;
  switch (data.type) {
    case 'context-hub:command': {
      const known = 'id' in data ? commands.find(({ id }) => id === data.id) : undefined;
      return known === undefined ? null : { type: data.type, id: known.id };
    }
    case 'context-hub:go':
      return 'hash' in data && typeof data.hash === 'string' ? { type: data.type, hash: data.hash } : null;
    case 'context-hub:offer-source':
      return 'text' in data && typeof data.text === 'string' ? { type: data.type, text: data.text } : null;
    default:
      return null;
  }
}
