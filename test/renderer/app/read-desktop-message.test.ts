import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DesktopMessage } from '../../../main/contract/desktop-messages.ts';
import { readDesktopMessage } from '../../../renderer/app/read-desktop-message.ts';

describe('a message of the desktop app', () => {
  it.each<DesktopMessage>([
    { type: 'context-hub:command', id: 'go.sources' },
    { type: 'context-hub:go', hash: '#/sources' },
    { type: 'context-hub:offer-source', text: 'https://github.com/a/b' },
  ])('is taken: $type', (message) => {
    expect(readDesktopMessage(message)).toEqual(message);
  });

  it.each([
    [null],
    ['context-hub:go'],
    [{ type: 'context-hub:command', id: 'format.disk' }],
    [{ type: 'context-hub:command' }],
    [{ type: 'context-hub:go', hash: 7 }],
    [{ type: 'context-hub:offer-source' }],
    [{ type: 'context-hub:port', nonce: '0123456789abcdef' }],
  ])('is not made of %j', (data) => {
    expect(readDesktopMessage(data)).toBeNull();
  });

  it('is not made of anything else', () => {
    fc.assert(
      fc.property(fc.anything(), (data) => {
        expect(readDesktopMessage(data)).toBeNull();
      }),
    );
  });
});
