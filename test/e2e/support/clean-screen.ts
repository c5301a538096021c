import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const axe = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Pictures of every screen, for people; nothing reads them. */
const pictures = fileURLToPath(new URL('../../../.cache/screenshots/', import.meta.url));

interface Violation {
  id: string;
  nodes: { html: string; failureSummary?: string }[];
}

const themes = ['light', 'dark'] as const;

export interface CleanOptions {
  /** Rules of axe that do not hold for what is shown; whoever gives one says why. */
  without?: readonly string[];
}

/** In both themes: no rule of axe is broken, nothing is cut at an edge, and a picture is kept under the name. */
export async function expectCleanScreen(page: Page, name: string, { without = [] }: CleanOptions = {}): Promise<void> {
  await page.evaluate(`window.axe ?? (() => { ${await axe} })()`);
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme });
    // A tooltip that is about to come or go has no place in a picture.
    await page.mouse.move(0, 0);
    await page.evaluate(
      'Promise.allSettled(document.getAnimations().filter((each) => each.effect?.getComputedTiming().endTime !== Infinity).map(({ finished }) => finished))',
    );
    const violations = await page.evaluate<Violation[]>(
      `axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'], resultTypes: ['violations'], rules: ${JSON.stringify(Object.fromEntries(without.map((rule) => [rule, { enabled: false }])))} }).then(({ violations }) => violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html, failureSummary }) => ({ html, failureSummary })) })))`,
    );
    expect.soft(violations, `${name}, ${theme}`).toEqual([]);
    await expectNothingCut(page, `${name}, ${theme}`);
    await mkdir(pictures, { recursive: true });
    await page.screenshot({ path: join(pictures, `${name}-${theme}.png`), animations: 'disabled' });
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Nothing is wider than its room: not the page or a frame of it, and no control stands where it cannot be seen. */
async function expectNothingCut(page: Page, name: string): Promise<void> {
  const cut = await page.evaluate<string[]>(`(() => {
    const cut = [];
    for (const frame of document.querySelectorAll('html, body, #root, main, footer, dialog, [role=dialog]'))
      if (frame.scrollWidth > frame.clientWidth + 1) cut.push(frame.tagName + ' is ' + frame.scrollWidth + ' wide in ' + frame.clientWidth);
    const scrolls = (element) => element !== null && (['auto', 'scroll'].includes(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
    for (const control of document.querySelectorAll('button, a[href], input, select, textarea, [role=tab]')) {
      const { left, right, width } = control.getBoundingClientRect();
      if (width > 1 && (left < -1 || right > innerWidth + 1) && !scrolls(control.parentElement)) cut.push(control.outerHTML.slice(0, 200));
    }
    return cut;
  })()`);
  expect.soft(cut, name).toEqual([]);
}
