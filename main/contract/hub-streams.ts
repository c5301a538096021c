import type { HubContract } from './hub-contract.ts';
import type { StreamDeliveries } from './procedure.ts';

/** Raised by whoever changes a procedure so that the other side of an older version would misunderstand it. */
export const protocolVersion = 1;

/** What a client of the hub needs of the contract to speak it: no schema, so that a window which loads makes none. */
export const hubStreams: StreamDeliveries<HubContract> = {
  'hub.state': { delivery: 'latest' },
  'sources.preview': { delivery: 'latest' },
  'evaluations.run': { delivery: 'latest' },
  'latent.layout': { delivery: 'latest' },
  'mcp.watch': { delivery: 'latest' },
  'sessions.analyze': { delivery: 'latest' },
  'sessions.follow': { delivery: 'latest' },
};
