import type { MessagePortMain } from 'electron';
import type { DesktopMessage } from '../contract/desktop-messages.ts';
import { asHubError } from '../contract/errors.ts';
import { hubContract } from '../contract/hub-contract.ts';
import type { Logger } from '../core/logger.ts';
import { portChannel } from '../rpc/adapters/port.ts';
import { connect } from '../rpc/client.ts';

interface AddSourcesOptions {
  texts: readonly string[];
  /** The client's end of a connection to the service. */
  port: MessagePortMain;
  post: (message: DesktopMessage) => void;
  logger: Logger;
}

/** Adds the sources that were given where the app was started; they are indexed in view. One that is none is offered in the window, which says why. */
export async function addSources({ texts, port, post, logger }: AddSourcesOptions): Promise<void> {
  post({ type: 'context-hub:go', hash: '#/sources' });
  using client = connect(hubContract, portChannel(port));
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
