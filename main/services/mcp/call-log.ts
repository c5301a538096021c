import type { Logger } from '../../core/logger.ts';
import type { NewMcpCall } from '../../store/user-data/mcp-calls.ts';
import type { UserData } from '../../store/user-data/user-data.ts';

/** How long calls are kept. Unit: milliseconds. */
const keptMs = 30 * 86_400_000;
/** Calls are written together: each write of the user's file waits for the disk. Unit: milliseconds. */
const writeAfterMs = 500;
const mostWaiting = 500;

/** Remembers what agents asked, on this machine alone, without keeping an answer waiting. */
export class CallLog implements Disposable {
  readonly #userData: UserData;
  readonly #logger: Logger;
  readonly #onWritten: (newestCall: number) => void;
  #waiting: NewMcpCall[] = [];
  #timer: NodeJS.Timeout | null = null;

  constructor(userData: UserData, logger: Logger, onWritten: (newestCall: number) => void) {
    this.#userData = userData;
    this.#logger = logger;
    this.#onWritten = onWritten;
  }

  add(call: NewMcpCall): void {
    this.#waiting.push(call);
    if (this.#waiting.length >= mostWaiting) {
      this.flush();
      return;
    }
    if (this.#timer !== null) return;
    this.#timer = setTimeout(() => this.flush(), writeAfterMs);
    this.#timer.unref();
  }

  /** Writes what waits; whoever reads the log calls it first. What cannot be written is said and dropped: an answer never fails for its log. */
  flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const calls = this.#waiting;
    if (calls.length === 0) return;
    this.#waiting = [];
    try {
      this.#onWritten(this.#userData.mcpCalls((log) => log.add(calls, new Date(Date.now() - keptMs).toISOString())));
    } catch (error) {
      this.#logger.warn('Calls of agents could not be written to the log', {
        calls: calls.length,
        reason: (error as Error).message,
      });
    }
  }

  [Symbol.dispose](): void {
    this.flush();
  }
}
