import type { Logger } from '../../core/logger.ts';
import type { NewMcpCall } from '../../store/user-data/mcp-calls.ts';
import type { UserData } from '../../store/user-data/user-data.ts';
import { chunksOfAnswer } from './chunks-of-answer.ts';

/** How long calls are kept. Unit: milliseconds. */
const keptMs = 30 * 86_400_000;
/** Calls are written together: each write of the user's file waits for the disk. Unit: milliseconds. */
const writeAfterMs = 1_000;
const mostWaiting = 500;

/** Remembers what agents asked, on this machine alone, without keeping an answer waiting. */
export class CallLog implements Disposable {
  readonly #userData: UserData;
  readonly #logger: Logger;
  readonly #onWritten: (newestCall: number) => void;
  #waiting: NewMcpCall[] = [];
  /** What the calls that wait were answered; which chunks it names is looked at when they are written. */
  #answers: unknown[] = [];
  #timer: NodeJS.Timeout | null = null;

  constructor(userData: UserData, logger: Logger, onWritten: (newestCall: number) => void) {
    this.#userData = userData;
    this.#logger = logger;
    this.#onWritten = onWritten;
  }

  /** @param answer what the agent was given, as data; its chunks are counted */
  add(call: NewMcpCall, answer?: unknown): void {
    this.#waiting.push(call);
    if (answer !== undefined) this.#answers.push(answer);
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
    const answers = this.#answers;
    this.#waiting = [];
    this.#answers = [];
    const keepFrom = new Date(Date.now() - keptMs).toISOString();
    try {
      const newest = this.#userData.together(() => {
        this.#count(answers, keepFrom.slice(0, 10));
        return this.#userData.mcpCalls((log) => log.add(calls, keepFrom));
      });
      this.#onWritten(newest);
    } catch (error) {
      this.#logger.warn('Calls of agents could not be written to the log', {
        calls: calls.length,
        reason: (error as Error).message,
      });
    }
  }

  /** Writes what waits if the call of that query is among it. */
  flushQuery(queryId: string): void {
    if (this.#waiting.some((call) => call.queryId === queryId)) this.flush();
  }

  /** Those of a moment count for the day on which they are written. */
  #count(answers: readonly unknown[], keepFrom: string): void {
    const times = new Map<string, number>();
    for (const answer of answers) for (const chunk of chunksOfAnswer(answer)) times.set(chunk, (times.get(chunk) ?? 0) + 1);
    const today = new Date().toISOString().slice(0, 10);
    if (times.size > 0) this.#userData.returnedChunks((returned) => returned.add(today, times, keepFrom));
  }

  [Symbol.dispose](): void {
    this.flush();
  }
}
