import type { MessagePortMain } from 'electron';
import type { DesktopMessage } from '../contract/desktop-messages.ts';
import { asHubError } from '../contract/errors.ts';
import { hubContract } from '../contract/hub-contract.ts';
import type { Logger } from '../core/logger.ts';
import { portChannel } from '../rpc/adapters/port.ts';
import { ReconnectingClient } from '../rpc/reconnecting-client.ts';

interface AddSourcesOptions {
  texts: readonly string[];
  /** A new connection to the service; called again when one was lost or the service was too slow to start. */
  open: () => MessagePortMain;
  post: (message: DesktopMessage) => void;
  logger: Logger;
}

/** Adds the sources that were given where the app was started; they are indexed in view. One that is none is offered in the window, which says why. */
export async function addSources({ texts, open, post, logger }: AddSourcesOptions): Promise<void> {
  post({ type: 'context-hub:go', hash: '#/sources' });
  using client = new ReconnectingClient(hubContract, () => Promise.resolve(portChannel(open())));
  for (const text of texts) {
    try {
      const specification = await client.call('sources.parse', { text });
      await client.call('sources.add', { specifications: [specification] });
    } catch (thrown) {
      logger.warn('A source that was given at the start could not be added', { text, reason: asHubError(thrown).message });
      post({ type: 'context-hub:offer-source', text });
    }
  }
}
