import type { Page, WebSocketRoute } from 'playwright-core';

/** What the service sends to a page can be held back and let go, so that a test acts in between for certain. */
export class HeldAnswers {
  #held: (() => void)[] | null = null;

  private constructor() {}

  /** Must come before the page is opened. */
  static async of(page: Page): Promise<HeldAnswers> {
    const answers = new HeldAnswers();
    await page.routeWebSocket(/^ws:/, (socket) => answers.#carry(socket));
    return answers;
  }

  #carry(socket: WebSocketRoute): void {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      if (this.#held === null) socket.send(message);
      else this.#held.push(() => socket.send(message));
    });
  }

  hold(): void {
    this.#held ??= [];
  }

  release(): void {
    const held = this.#held ?? [];
    this.#held = null;
    for (const send of held) send();
  }
}
