import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { patienceMs } from './watched-page.ts';

/** More stops than any screen has. */
const mostStops = 200;

interface Stop {
  /** The same for one element as long as the page is loaded. */
  id: number;
  /** For messages. */
  what: string;
  /** Where the focus shows: on the element, on the box around a field, on the row that a list points at. Null where it does not. */
  ring: string | null;
  isInView: boolean;
}

/** Some views show their focus, or scroll to it, a moment after they have it, which a busy machine draws out. Unit: ms. */
const showsWithinMs = patienceMs / 2;

/** Runs in the page. */
const describeFocus = `() => {
  const known = (window.contextHubStops ??= new WeakMap());
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  if (element === null || element === document.body) return null;
  if (!known.has(element)) known.set(element, (window.contextHubStopCount = (window.contextHubStopCount ?? 0) + 1));
  const pointed = document.getElementById(element.getAttribute('aria-activedescendant') ?? '');
  const ringOf = (each) => {
    const style = getComputedStyle(each);
    const shows = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1 && !/, 0\\)$|transparent/.test(style.outlineColor);
    return shows ? style.outlineWidth + ' ' + style.outlineColor : null;
  };
  // A field without a border of its own stands in a box that shows its focus, or fills a dialog that has nothing else.
  const around = [element.parentElement, element.parentElement?.parentElement].filter((each) => each?.matches(':focus-within'));
  const inner = pointed === null ? [] : [pointed, ...pointed.children];
  const ring = [element, ...inner, ...around].map(ringOf).find((each) => each !== null) ?? null;
  const box = (pointed ?? element).getBoundingClientRect();
  const name = element.getAttribute('aria-label') ?? element.innerText?.slice(0, 60) ?? '';
  return {
    id: known.get(element),
    what: element.tagName.toLowerCase() + (element.role === null ? '' : '[' + element.role + ']') + ' “' + name.replaceAll(/\\s+/g, ' ') + '”',
    ring,
    isInView: box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth,
  };
}`;

/** The same, when it is seen or when it has had the time for it. */
const awaitFocus = `new Promise((resolve) => {
  const describe = ${describeFocus};
  const end = performance.now() + ${showsWithinMs};
  const look = () => {
    const stop = describe();
    if (stop === null || (stop.ring !== null && stop.isInView) || performance.now() > end) resolve(stop);
    else requestAnimationFrame(look);
  };
  look();
})`;

/** A person without a mouse: everything is reached by keys, and where the focus is must be seen at every step. */
export class Keyboard {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.#page.keyboard.press(key);
  }

  async type(text: string): Promise<void> {
    await this.#page.keyboard.type(text);
  }

  /** Where the focus is; null on the page itself. Throws where it is not seen. */
  async #stop(): Promise<Stop | null> {
    const stop = await this.#page.evaluate<Stop | null>(awaitFocus);
    if (stop?.ring === null) throw new Error(`Nothing shows that ${stop.what} has the focus.`);
    if (stop?.isInView === false) throw new Error(`${stop.what} has the focus and is out of view.`);
    return stop;
  }

  /** Throws where nothing has the focus, or where it is not seen. */
  async seesFocus(): Promise<void> {
    if ((await this.#stop()) === null) throw new Error('Nothing has the focus.');
  }

  /** Presses Tab until the element has the focus. */
  async tabTo(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    await target.waitFor();
    for (let pressed = 0; pressed < mostStops; pressed += 1) {
      if ((await target.and(this.#page.locator(':focus')).count()) > 0) {
        await this.seesFocus();
        return;
      }
      await this.press(key);
      await this.#stop();
    }
    throw new Error(`Tab never reaches ${String(target)}.`);
  }

  /** Presses a key again and again until the element is there. */
  async pressUntil(key: string, target: Locator): Promise<void> {
    for (let pressed = 0; (await target.count()) === 0; pressed += 1) {
      if (pressed === mostStops) throw new Error(`${key} never leads to ${String(target)}.`);
      await this.press(key);
      await this.seesFocus();
    }
  }

  async tabToAndPress(target: Locator, key = 'Enter'): Promise<void> {
    await this.tabTo(target);
    await this.press(key);
  }

  /** Goes once around with Tab: every stop is seen, none holds the focus, and the first comes again. Returns how many there are. */
  async walkAround(name: string): Promise<number> {
    const seen = new Map<number, string>();
    let before: number | null = null;
    for (let pressed = 0; pressed < mostStops; pressed += 1) {
      await this.press('Tab');
      const stop = await this.#stop();
      if (stop !== null) {
        if (stop.id === before) throw new Error(`${name}: Tab does not leave ${stop.what}.`);
        if (seen.has(stop.id)) return seen.size;
        seen.set(stop.id, stop.what);
      }
      before = stop?.id ?? null;
    }
    throw new Error(`${name}: Tab does not come around in ${mostStops} steps: ${[...seen.values()].slice(-5).join(', ')}`);
  }
}

/** Tab leads once around the screen, every stop is seen, and nothing holds the focus. */
export async function expectWayAround(keyboard: Keyboard, name: string, atLeast = 5): Promise<void> {
  expect(await keyboard.walkAround(name), name).toBeGreaterThanOrEqual(atLeast);
}
