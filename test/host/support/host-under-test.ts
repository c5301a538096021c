import { afterEach, beforeEach } from 'vitest';
import { silentLogger } from '../../../main/core/logger.ts';
import { openHeadlessHost, type HeadlessHost } from '../../../main/headless.ts';
import { exchange, requestText } from './raw-http.ts';
import { interfaceFolder, standInHandlers } from './stand-in.ts';

/** A host in front of a stand-in service, a new one for each test of the file that calls this. */
export class HostUnderTest {
  host!: HeadlessHost;
  files!: Awaited<ReturnType<typeof interfaceFolder>>;
  seen!: { openStreams: number };
  #closed = false;

  constructor() {
    beforeEach(async () => {
      this.files = await interfaceFolder();
      const stand = standInHandlers();
      this.seen = stand.seen;
      this.#closed = false;
      this.host = await this.another(0, stand.handlers);
    });
    afterEach(async () => {
      await this.close();
      await this.files.remove();
    });
  }

  get port(): number {
    return this.host.port;
  }

  /** The header line that every request of the page has. */
  get own(): string {
    return `Host: 127.0.0.1:${this.port}`;
  }

  another(port: number, handlers = standInHandlers().handlers): Promise<HeadlessHost> {
    return openHeadlessHost({ handlers, logger: silentLogger, interfaceFolder: this.files.folder, port, validateOutput: true });
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.host[Symbol.asyncDispose]();
  }

  /** The cookie that a token is exchanged for. */
  async login(token = tokenOf(this.host.address())): Promise<string> {
    const { status, headers } = await exchange(this.port, requestText('POST', '/rpc/session', [this.own], token));
    if (status !== 204) throw new Error(`The token was refused with ${status}.`);
    return headers['set-cookie']!.split(';')[0]!;
  }
}

export function tokenOf(address: string): string {
  return new URLSearchParams(new URL(address).hash.slice(1)).get('token')!;
}
