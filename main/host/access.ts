import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Of every secret here. Unit: bytes. */
const secretBytes = 32;
/** How long the browser that is opened for the user may take to use its own token. */
const launchTokenLifetimeMs = 120_000;

/**
 * Who may use one run of the headless host. The printed address carries the token in its fragment, which no request and no log carries;
 * the page exchanges it for a cookie and removes it from the address. docs/decisions/0011 says why a cookie.
 */
export class Access {
  /** For the printed address; good for this run, in as many browsers as its owner likes. */
  readonly token: string;
  /** What the cookie holds. */
  readonly session: string;
  readonly #cookieName: string;
  readonly #now: () => number;
  /** Tokens for one exchange each, with their end. */
  readonly #launchTokens = new Map<string, number>();

  /**
   * @param port names the cookie: a browser sends cookies of 127.0.0.1 to every port of it.
   * @param before the secrets of a run that crashed, whose windows are to find this one.
   */
  constructor(port: number, now: () => number = Date.now, before: { token: string; session: string } | null = null) {
    this.token = before?.token ?? newSecret();
    this.session = before?.session ?? newSecret();
    this.#cookieName = `context-hub-${port}`;
    this.#now = now;
  }

  /** A token for the command that opens a browser: the arguments of a process can be read by others on the machine. */
  launchToken(): string {
    const token = newSecret();
    this.#launchTokens.set(token, this.#now() + launchTokenLifetimeMs);
    return token;
  }

  /** The cookie to set for who shows a token; null for who does not. */
  exchange(offered: string): string | null {
    if (!same(offered, this.token) && !this.#useLaunchToken(offered)) return null;
    return `${this.#cookieName}=${this.session}; Path=/rpc; HttpOnly; SameSite=Strict`;
  }

  /** @param cookies the header as it came. */
  isOpenTo(cookies: string | undefined): boolean {
    let open = false;
    for (const cookie of (cookies ?? '').split(';')) {
      const cut = cookie.indexOf('=');
      if (cut !== -1 && cookie.slice(0, cut).trim() === this.#cookieName && same(cookie.slice(cut + 1).trim(), this.session))
        open = true;
    }
    return open;
  }

  #useLaunchToken(offered: string): boolean {
    for (const [token, end] of this.#launchTokens) {
      if (end < this.#now()) this.#launchTokens.delete(token);
      else if (same(offered, token)) return this.#launchTokens.delete(token);
    }
    return false;
  }
}

function newSecret(): string {
  return randomBytes(secretBytes).toString('base64url');
}

/** In a time that does not depend on where they differ, nor on their lengths. */
function same(one: string, other: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
