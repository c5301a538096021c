import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { ensureInterface } from '../main/host/interface-build.ts';
import { ServedHub } from '../test/e2e/support/served-hub.ts';
import { launchChromium } from '../test/helpers/chromium.ts';
import { say } from './run-tests/run-program.ts';
import { gzipBytes, readStartBundle } from './start-bundle.ts';

/**
 * `npm run bench:window -- --data-dir FOLDER`: how fast the window is over a real index, in the installed Chromium, drawing in software. The
 * folder is used as it is: give a copy. Prints one JSON object.
 */
const { values } = parseArgs({ options: { 'data-dir': { type: 'string' }, rounds: { type: 'string', default: '5' } } });
const dataDirectory = values['data-dir'];
if (dataDirectory === undefined) {
  say('Use: npm run bench:window -- --data-dir FOLDER [--rounds 5]');
  process.exit(2);
}
const rounds = Number(values.rounds);

/** What people type; some of it is found by words, some by meaning. */
const queries = [
  'send dtmf tones',
  'how do I end a call',
  'transport',
  'interrupt the bot while it speaks',
  'class FrameProcessor',
  'turn detection',
  'deepgram',
  'save the audio of a conversation',
  'function calling',
  'websocket server example',
];
/** Between two keys of a fast typist. Unit: ms. */
const keyPauseMs = 90;
/** Of scrolling at each speed. Unit: ms. */
const scrollMs = 4_000;
/** A frame that takes longer than this has left out at least one of sixty a second. Unit: ms. */
const droppedAboveMs = 25;

const load = loadavg()[0]!;
const folder = await ensureInterface({ say, signal: new AbortController().signal });
const browser = await launchChromium();
const started = performance.now();
const hub = await ServedHub.start({ dataDirectory });
const serveMs = performance.now() - started;
try {
  const report = {
    load: { before: round(load), after: 0 },
    serveUpMs: round(serveMs),
    paint: await paint(browser),
    typing: await withPage(browser, typing),
    scrolling: await withPage(browser, scrolling),
    startBundleGzipBytes: await gzipBytes(folder, (await readStartBundle(folder)).start),
  };
  report.load.after = round(loadavg()[0]!);
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
} finally {
  await browser.close();
  await hub[Symbol.asyncDispose]();
}

/**
 * From the navigation to the first paint, to the frame in which the search field can be typed into, and to the one in which the start screen says
 * what is indexed; each round in a profile of its own.
 */
async function paint(inBrowser: Browser): Promise<object> {
  const first: number[] = [];
  const field: number[] = [];
  const indexed: number[] = [];
  for (let each = 0; each < rounds; each += 1) {
    await withPage(
      inBrowser,
      async (page) => {
        await page.addInitScript(`
          window.shown = (selector) => new Promise((resolve) => {
            const look = () => (document.querySelector(selector) === null ? requestAnimationFrame(look) : requestAnimationFrame(() => resolve(performance.now())));
            requestAnimationFrame(look);
          });
          window.field = window.shown('input[type=search]');
          window.indexed = window.shown('#indexed');`);
        await page.goto(hub.address.href);
        field.push(await page.evaluate<number>('window.field'));
        indexed.push(await page.evaluate<number>('window.indexed'));
        first.push(await page.evaluate<number>(`performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0`));
      },
      false,
    );
  }
  return { firstContentfulMs: spread(first), fieldMs: spread(field), indexedMs: spread(indexed) };
}

/** From the last key of a query to the frame that shows its results. The pause that the field waits for another key is in it. */
async function typing(page: Page): Promise<object> {
  const times: number[] = [];
  const answers: number[] = [];
  const field = page.getByRole('searchbox', { name: 'Search', exact: true });
  for (let turn = 0; turn <= rounds; turn += 1)
    for (const query of queries) {
      await field.fill('');
      const shown = page.evaluate<number>(`new Promise((resolve, reject) => {
        const query = ${JSON.stringify(query)};
        let typedAt = null;
        const heard = ({ target }) => { if (target.value === query) typedAt ??= performance.now(); };
        addEventListener('input', heard, { capture: true });
        setTimeout(() => reject(new Error('no results within 20 s for ' + query)), 20_000);
        const look = () => {
          const results = document.querySelector('[role=listbox][aria-label=Results]');
          const asked = new URLSearchParams(location.hash.split('?')[1]).get('q');
          if (typedAt === null || asked !== query || results === null || results.closest('[data-stale]') !== null || results.querySelector('[role=option]') === null)
            return requestAnimationFrame(look);
          removeEventListener('input', heard, { capture: true });
          requestAnimationFrame(() => resolve(performance.now() - typedAt));
        };
        look();
      })`);
      await field.pressSequentially(query, { delay: keyPauseMs });
      const took = await shown;
      const told = /([\d,]+) ms/.exec(
        await page
          .getByText(/[\d,]+ ms/)
          .first()
          .innerText(),
      )?.[1];
      // The first turn warms up.
      if (turn === 0) continue;
      times.push(took);
      if (told !== undefined) answers.push(Number(told.replaceAll(',', '')));
    }
  return { queries: times.length, keyToResultsMs: spread(times), ofWhichServiceMs: spread(answers) };
}

/** Frames of a list of more than 10,000 rows while it scrolls, at a reader's pace and as fast as a dragged bar. */
async function scrolling(page: Page): Promise<object> {
  await page.goto(hub.screen('#/search?f.content_type=source&f.content_type=code&f.content_type=doc&f.content_type=readme'));
  const list = page.locator('[role=listbox] [role=option]').first();
  await list.waitFor();
  const rows = Number(await list.getAttribute('aria-setsize'));
  const pace = async (pixelsPerFrame: number): Promise<object> => {
    const frames = await page.evaluate<number[]>(`new Promise((resolve) => {
      const list = document.querySelector('[role=listbox]');
      list.scrollTop = 0;
      const frames = [];
      let before = null;
      const end = performance.now() + ${scrollMs};
      const step = (now) => {
        if (before !== null) frames.push(now - before);
        before = now;
        list.scrollTop += ${pixelsPerFrame};
        if (now < end) requestAnimationFrame(step);
        else resolve(frames);
      };
      requestAnimationFrame(step);
    })`);
    const dropped = frames.filter((frame) => frame > droppedAboveMs).length;
    return {
      pixelsPerFrame,
      frames: frames.length,
      dropped,
      droppedPercent: round((100 * dropped) / frames.length),
      frameMs: spread(frames),
    };
  };
  return { rows, paces: [await pace(20), await pace(120), await pace(2_000)] };
}

async function withPage<Result>(inBrowser: Browser, use: (page: Page) => Promise<Result>, opens = true): Promise<Result> {
  const context = await inBrowser.newContext({ viewport: { width: 1280, height: 800 } });
  try {
    const page = await context.newPage();
    if (opens) {
      await page.goto(hub.address.href);
      await page.getByText('Connected').waitFor();
    }
    return await use(page);
  } finally {
    await context.close();
  }
}

function spread(numbers: readonly number[]): { p50: number; p95: number; worst: number } {
  const sorted = numbers.toSorted((a, b) => a - b);
  const at = (share: number): number =>
    round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN);
  return { p50: at(0.5), p95: at(0.95), worst: at(1) };
}

function round(number: number): number {
  return Math.round(number * 10) / 10;
}
