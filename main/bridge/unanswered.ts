import type { Message } from './message.ts';

/**
 * How long a request waits for a hub that is there. A call may wait for its turn (30 s at most, as the hub has it); what can be answered from the record need
 * not; and where a hub has let one wait, the next are told sooner until it speaks again. Clients give up after a minute. Unit: milliseconds.
 */
export interface Patience {
  callMs: number;
  otherMs: number;
  hungMs: number;
}

export const defaultPatience: Patience = { callMs: 40_000, otherMs: 10_000, hungMs: 4_000 };

type Request = Message & { id: string | number; method: string };

const callMethods: ReadonlySet<string> = new Set(['tools/call', 'resources/read', 'prompts/get']);
/** Answers that came too late and are to be dropped; a hub that never speaks again makes no more than calls were made. */
const mostLate = 1_000;

/** Requests that are under way at the hub, each for so long. */
export class Unanswered {
  readonly #patience: Patience;
  readonly #onLate: (request: Request) => void;
  readonly #pending = new Map<string | number, { request: Request; timer: NodeJS.Timeout }>();
  /** Their answers have been given without the hub. */
  readonly #late = new Set<string | number>();
  #hung = false;

  constructor(patience: Patience, onLate: (request: Request) => void) {
    this.#patience = patience;
    this.#onLate = onLate;
  }

  get size(): number {
    return this.#pending.size;
  }

  add(request: Request): void {
    this.#stop(request.id);
    this.#late.delete(request.id);
    const { callMs, otherMs, hungMs } = this.#patience;
    const whole = callMethods.has(request.method) ? callMs : otherMs;
    const timer = setTimeout(
      () => {
        this.#pending.delete(request.id);
        this.#hung = true;
        if (this.#late.size < mostLate) this.#late.add(request.id);
        this.#onLate(request);
      },
      this.#hung ? Math.min(hungMs, whole) : whole,
    );
    timer.unref();
    this.#pending.set(request.id, { request, timer });
  }

  /** The hub has answered: the request, or null where it is not known; undefined where the client has had an answer already. */
  answered(id: string | number): Request | null | undefined {
    this.#hung = false;
    if (this.#late.delete(id)) return undefined;
    const request = this.#pending.get(id)?.request ?? null;
    this.#stop(id);
    return request;
  }

  /** The hub is gone; what was under way at it. */
  takeAll(): Request[] {
    const requests = [...this.#pending.values()].map(({ request }) => request);
    this.end();
    this.#late.clear();
    this.#hung = false;
    return requests;
  }

  end(): void {
    for (const { timer } of this.#pending.values()) clearTimeout(timer);
    this.#pending.clear();
  }

  #stop(id: string | number): void {
    clearTimeout(this.#pending.get(id)?.timer);
    this.#pending.delete(id);
  }
}
