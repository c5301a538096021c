import type { HubContract } from '../../main/contract/hub-contract.ts';
import type { Client, ConnectionState } from '../../main/rpc/client-api.ts';

/** A client of the service that connects again by itself and says how it stands. */
export interface HubConnection extends Client<HubContract> {
  readonly state: ConnectionState;
  /** Called after every change of `state`; what it returns ends it. */
  subscribe(listener: () => void): () => void;
  /** Tries at once instead of waiting for the next attempt. */
  retryNow(): void;
}
