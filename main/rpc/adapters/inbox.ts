/**
 * The receiving half of every adapter: keeps messages until somebody listens, tells the end once, and tells it also to who asks
 * later. After the end no message is delivered.
 */
export class Inbox {
  readonly #waiting: unknown[] = [];
  #listener: ((message: unknown) => void) | null = null;
  readonly #closeListeners: ((reason: string) => void)[] = [];
  #closed: string | null = null;

  get closed(): boolean {
    return this.#closed !== null;
  }

  deliver(message: unknown): void {
    if (this.#closed !== null) return;
    if (this.#listener === null) this.#waiting.push(message);
    else this.#listener(message);
  }

  onMessage(listener: (message: unknown) => void): void {
    this.#listener = listener;
    for (const message of this.#waiting.splice(0)) listener(message);
  }

  onClose(listener: (reason: string) => void): void {
    if (this.#closed === null) this.#closeListeners.push(listener);
    else listener(this.#closed);
  }

  /** True for the first time only. What came before and nobody has listened to yet is still delivered. */
  close(reason: string): boolean {
    if (this.#closed !== null) return false;
    this.#closed = reason;
    for (const listener of this.#closeListeners.splice(0)) listener(reason);
    return true;
  }
}
