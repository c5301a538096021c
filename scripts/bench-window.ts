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
/** One of them stands before every query of a turn, so that neither the window nor the service has answered any beginning of it before. */
const turnWords = ['python', 'example', 'async', 'production', 'simple', 'custom', 'server', 'browser', 'error', 'options'];
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
    typing: await typing(browser),
    scrolling: await withPage(browser, scrolling),
    startBundleGzipBytes: await gzipBytes(folder, await readStartBundle(folder)),
  };
  report.load.after = round(loadavg()[0]!);
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
} finally {
  await browser.close();
  await hub[Symbol.asyncDispose]();
}

/**
 * From the navigation to the first paint, to the frame in which the search field can be typed into, and to the one in which the start screen says
 * what is indexed; each round in a profile of its own. The first round begins the moment `serve` has printed its address, while the service still
 * loads its vectors, and is told apart.
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
        // The frame may be told of a moment after it was drawn.
        first.push(
          await page.evaluate<number>(`new Promise((resolve) => {
            const take = (entries) => entries.filter(({ name }) => name === 'first-contentful-paint').forEach(({ startTime }) => resolve(startTime));
            new PerformanceObserver((list) => take(list.getEntries())).observe({ type: 'paint', buffered: true });
          })`),
        );
      },
      false,
    );
  }
  return {
    asSoonAsServeIsUp: { firstContentfulMs: round(first[0]!), fieldMs: round(field[0]!), indexedMs: round(indexed[0]!) },
    firstContentfulMs: spread(first.slice(1)),
    fieldMs: spread(field.slice(1)),
    indexedMs: spread(indexed.slice(1)),
  };
}

/**
 * From the last key of a query to the frame that shows its results, with whatever the field waits in it. No query was ever asked before, nor was
 * any beginning of it; each turn has a page of its own, whose first query warms up.
 */
async function typing(inBrowser: Browser): Promise<object> {
  const times: number[] = [];
  const answers: number[] = [];
  for (let turn = 0; turn < rounds; turn += 1)
    await withPage(inBrowser, (page) => typeQueries(page, turnWords[turn % turnWords.length]!, times, answers));
  return { queries: times.length, keyToResultsMs: spread(times), ofWhichServiceMs: spread(answers) };
}

async function typeQueries(page: Page, word: string, times: number[], answers: number[]): Promise<void> {
  const field = page.getByRole('searchbox', { name: 'Search', exact: true });
  for (const query of [`warm up ${word}`, ...queries.map((words) => `${word} ${words}`)]) {
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
    if (query.startsWith('warm up')) continue;
    times.push(took);
    if (told !== undefined) answers.push(Number(told.replaceAll(',', '')));
  }
}

/**
 * Frames of a list of more than 10,000 rows while it scrolls, at a reader's pace, as fast as a dragged bar, and in leaps of whole pages; and of
 * an empty page with as many plain boxes of that height in a box of that size, which is what drawing in software costs by itself.
 */
async function scrolling(page: Page): Promise<object> {
  await page.goto(hub.screen('#/search?f.content_type=source&f.content_type=code&f.content_type=doc&f.content_type=readme'));
  const row = page.locator('[role=listbox] [role=option]').first();
  await row.waitFor();
  const rows = Number(await row.getAttribute('aria-setsize'));
  const { width, height } = (await page.locator('[role=listbox]').boundingBox())!;
  const rowHeight = (await row.boundingBox())!.height;
  const list = await paces(page, '[role=listbox]');
  // No page may have markup of its own under the content policy of the window.
  const floor = await withPage(
    browser,
    async (empty) => {
      await empty.evaluate(`
        document.body.style.margin = '0';
        const box = document.createElement('div');
        box.id = 'floor';
        Object.assign(box.style, { width: '${width}px', height: '${height}px', overflow: 'auto' });
        for (let index = 0; index < ${rows}; index += 1) {
          const plain = document.createElement('div');
          Object.assign(plain.style, { height: '${rowHeight}px', boxSizing: 'border-box', borderBottom: '1px solid #ccc' });
          box.append(plain);
        }
        document.body.append(box);`);
      return paces(empty, '#floor');
    },
    false,
  );
  return { rows, list, plainBoxes: floor };
}

async function paces(page: Page, selector: string): Promise<object[]> {
  const found: object[] = [];
  for (const pixelsPerFrame of [20, 120, 2_000]) found.push(await pace(page, selector, pixelsPerFrame));
  return found;
}

async function pace(page: Page, selector: string, pixelsPerFrame: number): Promise<object> {
  const frames = await page.evaluate<number[]>(`new Promise((resolve) => {
    const list = document.querySelector('${selector}');
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
