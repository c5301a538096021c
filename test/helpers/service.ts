import { loadConfig, type Config } from '../../main/config.ts';
import { hubContract, type HubContract, type HubState } from '../../main/contract/hub-contract.ts';
import type { Job } from '../../main/contract/sources.ts';
import { silentLogger } from '../../main/core/logger.ts';
import { memoryPair } from '../../main/rpc/adapters/memory.ts';
import { connect, type Connection } from '../../main/rpc/client.ts';
import { serve } from '../../main/rpc/server.ts';
import { openHubService, type HubServiceOptions } from '../../main/service.ts';

export interface TestService extends AsyncDisposable {
  client: Connection<HubContract>;
  /** The first state, now or later, that matches. */
  until(matches: (state: HubState) => boolean): Promise<HubState>;
  /** The job when it has ended. */
  ended(jobId: string): Promise<Job>;
}

/** The real service with its real threads on a data directory, as a client meets it; every answer is held against the contract. */
export async function openTestService(
  dataDirectory: string,
  options: Partial<HubServiceOptions> & { settings?: { [Key in keyof Config]?: Config[Key] | undefined } } = {},
): Promise<TestService> {
  const { settings = {}, ...rest } = options;
  const service = await openHubService({
    // Without a model nothing is embedded: fast, and the model has tests of its own.
    config: loadConfig(
      { dataDirectory, model: `${dataDirectory}/no-model`, workers: 1, vectorBackend: 'embedded', ...settings },
      {},
    ),
    logger: silentLogger,
    host: 'browser',
    version: '1.2.3',
    ...rest,
  });
  const [near, far] = memoryPair();
  const served = serve(hubContract, service.handlers, far, { logger: silentLogger, validateOutput: true });
  const client = connect(hubContract, near);
  const until = async (matches: (state: HubState) => boolean): Promise<HubState> => {
    for await (const state of client.stream('hub.state', {})) if (matches(state)) return state;
    throw new Error('the state ended');
  };
  return {
    client,
    until,
    ended: async (jobId) => {
      const find = (state: HubState): Job | undefined => state.jobs.find((job) => job.id === jobId && job.endedAt !== null);
      return find(await until((state) => find(state) !== undefined))!;
    },
    [Symbol.asyncDispose]: async () => {
      client.dispose();
      served.dispose();
      await service[Symbol.asyncDispose]();
    },
  };
}
