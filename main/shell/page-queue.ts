import type { DesktopMessage } from '../contract/desktop-messages.ts';

/** More than this waiting means that no page will come. */
const longestQueue = 100;

/** Messages for the page, which hears nothing before it has asked for its connection: they wait until then. */
export class PageQueue {
  readonly #waiting: DesktopMessage[] = [];
  #send: ((message: DesktopMessage) => void) | null = null;

  post(message: DesktopMessage): void {
    if (this.#send !== null) this.#send(message);
    else if (this.#waiting.length < longestQueue) this.#waiting.push(message);
  }

  /** The page listens. */
  open(send: (message: DesktopMessage) => void): void {
    this.#send = send;
    for (const message of this.#waiting.splice(0)) send(message);
  }

  /** The page is gone or is being loaded again. */
  close(): void {
    this.#send = null;
  }
}
