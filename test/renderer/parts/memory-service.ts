import { HubError } from '../../../main/contract/errors.ts';
import { hubContract, type HubContract } from '../../../main/contract/hub-contract.ts';
import { silentLogger } from '../../../main/core/logger.ts';
import { memoryPair } from '../../../main/rpc/adapters/memory.ts';
import { connect } from '../../../main/rpc/client.ts';
import type { Handlers } from '../../../main/rpc/handlers.ts';
import { serve } from '../../../main/rpc/server.ts';
import type { HubConnection } from '../../../renderer/rpc-client/hub-connection.ts';

/** The window's connection to a service in memory that answers what it is given and refuses the rest; answers are held against the contract. */
export function memoryService(handlers: Partial<Handlers<HubContract>>): Disposable & { hub: HubConnection } {
  const refuse = (): never => {
    throw new HubError('not-found', 'This service does not know.');
  };
  const refusing = Object.fromEntries(Object.keys(hubContract).map((name) => [name, refuse])) as unknown as Handlers<HubContract>;
  const [near, far] = memoryPair();
  const served = serve(hubContract, { ...refusing, ...handlers }, far, { logger: silentLogger, validateOutput: true });
  const client = connect(hubContract, near);
  const hub: HubConnection = {
    state: { name: 'open' },
    subscribe: () => () => {},
    retryNow: () => {},
    call: (name, input, options) => client.call(name, input, options),
    stream: (name, input, options) => client.stream(name, input, options),
  };
  return {
    hub,
    [Symbol.dispose]: () => {
      client.dispose();
      served.dispose();
    },
  };
}
