import { HubError } from '../../contract/errors.ts';

/** Where a Chroma server answers now; a supervised one changes its port with every start. */
export interface ChromaEndpoint extends AsyncDisposable {
  /** True where a failed call is worth trying again, because somebody brings the server back. */
  readonly supervised: boolean;
  /** Waits while the server is being started. */
  address(signal?: AbortSignal): Promise<ChromaAddress>;
  /**
   * Tells that a call to this address got no answer: the connection failed, or (`hung`) it took longer than any call should. Resolves
   * once it is clear whether the server lives.
   */
  reportFailure(address: ChromaAddress, hung: boolean): Promise<void>;
}

/** What the client library needs to reach a server. */
export interface ChromaAddress {
  host: string;
  port: number;
  ssl: boolean;
  headers: Record<string, string>;
  /** For messages: without credentials. */
  label: string;
}

/** A server that somebody else runs, by its URL; a user and password in it become basic authentication. */
export function remoteEndpoint(text: string): ChromaEndpoint {
  const address = parseAddress(text);
  return {
    supervised: false,
    address: async () => address,
    reportFailure: async () => {},
    [Symbol.asyncDispose]: async () => {},
  };
}

function parseAddress(text: string): ChromaAddress {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isUsable = url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search === '' && url.hash === '';
  if (!isUsable) {
    throw new HubError('usage', 'The Chroma URL must look like http://host:8000, with no path, query or fragment.');
  }
  const ssl = url.protocol === 'https:';
  const user = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  return {
    host: url.hostname,
    port: url.port === '' ? (ssl ? 443 : 80) : Number(url.port),
    ssl,
    headers: user === ':' ? {} : { authorization: `Basic ${Buffer.from(user).toString('base64')}` },
    label: url.origin,
  };
}
