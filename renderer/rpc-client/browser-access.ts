import { HubError } from '../../main/contract/errors.ts';

/** What the fragment of a printed address says. */
export interface PrintedAddress {
  token: string;
  /** What stands after the `#` when the token is gone. */
  hash: string;
}

/** Reads `#token=…&to=/screen`; null for any other fragment, which is a route of ours. */
export function readPrintedAddress(hash: string): PrintedAddress | null {
  const parameters = new URLSearchParams(hash.replace(/^#/, ''));
  const token = parameters.get('token');
  if (token === null || token === '') return null;
  const screen = parameters.get('to') ?? '';
  return { token, hash: screen.startsWith('/') ? `#${screen}` : '' };
}

/**
 * This page's right to use the host. The token of the printed address leaves the address bar and the history at once, and is exchanged for
 * a cookie that no script can read; with that cookie a reload works, and other tabs do.
 */
export class BrowserAccess {
  /** Until it was exchanged. Nowhere else does the page keep it. */
  #token: string | null = null;

  /** True when the address held a token. Called before anything reads the route. */
  takeToken(): boolean {
    const printed = readPrintedAddress(window.location.hash);
    if (printed === null) return false;
    this.#token = printed.token;
    window.history.replaceState(null, '', `${window.location.pathname}${window.location.search}${printed.hash}`);
    return true;
  }

  /** Makes sure of the cookie; throws `disconnected` with what to do where there is none to be had. */
  async ensure(signal: AbortSignal): Promise<void> {
    const token = this.#token;
    const request: RequestInit = token === null ? { method: 'GET' } : { method: 'POST', body: token };
    let response: Response;
    try {
      response = await fetch('rpc/session', { ...request, signal, cache: 'no-store' });
    } catch {
      throw new HubError('disconnected', 'The service does not answer. Is it still running?');
    }
    if (response.ok) {
      this.#token = null;
      return;
    }
    if (response.status !== 401)
      throw new HubError('disconnected', `The service does not let this page in (${response.status}).`);
    // A token that was refused is refused for ever; the cookie of an earlier exchange may still do.
    this.#token = null;
    if (token !== null) await this.ensure(signal);
    else
      throw new HubError(
        'disconnected',
        'This page has no access to the service. Open the address that `context-hub serve` printed when it was started last.',
      );
  }
}
