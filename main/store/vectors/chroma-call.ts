import { ChromaClient, ChromaConnectionError, ChromaNotFoundError, ChromaServerError } from 'chromadb';
import { HubError } from '../../contract/errors.ts';
import { throwIfCancelled } from '../../core/abort.ts';
import type { ChromaEndpoint } from './chroma-endpoint.ts';

/** Tries of one call at a supervised server; each waits for the server to be up again. */
const supervisedAttempts = 4;
const defaultTimeoutMs = 60_000;

export interface ChromaCallOptions {
  signal?: AbortSignal | undefined;
  timeoutMs?: number;
}

/**
 * Runs one idempotent action against the server. The library takes no signal per call, so that each call gets a client of its own (which
 * holds no connection). No answer from a supervised server: the action runs again once it is back. Every other failure becomes
 * `vector-backend`, but for ChromaNotFoundError, which callers ask for; `damaged: true` in its details says that the server's files seem to be broken.
 */
export async function callChroma<Result>(
  endpoint: ChromaEndpoint,
  action: (client: ChromaClient) => Promise<Result>,
  options: ChromaCallOptions = {},
): Promise<Result> {
  const attempts = endpoint.supervised ? supervisedAttempts : 1;
  for (let attempt = 1; ; attempt++) {
    const address = await endpoint.address(options.signal);
    const timeout = AbortSignal.timeout(options.timeoutMs ?? defaultTimeoutMs);
    const { host, port, ssl, headers } = address;
    const client = new ChromaClient({
      host,
      port,
      ssl,
      headers,
      // Said in full, or the library reads CHROMA_TENANT and CHROMA_DATABASE from the environment.
      tenant: 'default_tenant',
      database: 'default_database',
      fetchOptions: { signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout },
    });
    try {
      return await action(client);
    } catch (error) {
      throwIfCancelled(options.signal);
      if (error instanceof HubError || error instanceof ChromaNotFoundError) throw error;
      const isUnanswered = error instanceof ChromaConnectionError;
      if (isUnanswered) await endpoint.reportFailure(address, timeout.aborted);
      if (isUnanswered && !timeout.aborted && attempt < attempts) continue;
      const reason = timeout.aborted ? 'it takes too long' : isUnanswered ? 'it gives no answer' : (error as Error).message;
      // A remote server that gives no answer may just be away; ours that dies of a call, again and again, has bad files.
      const isDamaged = isUnanswered ? endpoint.supervised : error instanceof ChromaServerError;
      throw new HubError('vector-backend', `A call to ${address.label} failed: ${reason}.`, { damaged: isDamaged }, error);
    }
  }
}
