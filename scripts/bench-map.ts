import { readFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { build, type Rolldown } from 'vite';
import { launchChromium } from '../test/helpers/chromium.ts';
import { say } from './run-tests/run-program.ts';

/**
 * `npm run bench:map`: how fast the picture of the map is without a graphics card, on made-up points, in the installed Chromium at 1280 × 800: frames while
 * it is turned, a look for the point under the pointer, memory at a million points. Prints one JSON object.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const origin = 'http://127.0.0.1';
const counts = [16_000, 100_000, 1_000_000];
/** Of turning at each size. Unit: ms. */
const turnMs = 4_000;

/** Runs in the page. */
const pageSource = `
import { MapStage } from '${root}renderer/features/latent/stage/map-stage.ts';
import { sphereAround } from '${root}renderer/features/latent/model/framing.ts';
import { PickGrid } from '${root}renderer/features/latent/model/pick-grid.ts';
import { namedColours } from '${root}renderer/features/latent/model/palette.ts';

let state = 42;
const random = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 4294967296;
const stage = new MapStage();
stage.attach(document.querySelector('main'));
let positions = new Float32Array(0);
let flags = new Uint8Array(0);
window.bench = {
  support: stage.support,
  show(count) {
    positions = new Float32Array(count * 3);
    for (let point = 0; point < count; point += 1) {
      const centre = point % 60;
      for (let axis = 0; axis < 3; axis += 1)
        positions[point * 3 + axis] = Math.sin(centre * (axis + 1.7)) * 8 + (random() + random() + random() - 1.5);
    }
    flags = new Uint8Array(count);
    stage.setPositions(positions, sphereAround(positions), false);
    stage.setColours(Uint8Array.from({ length: count }, (_, point) => point % namedColours.length), namedColours);
    stage.setFlags(flags);
  },
  frames: () => stage.frames,
  drawn: () => stage.drawn,
  pick() {
    const times = [];
    const grid = new PickGrid();
    const cloud = { positions, flags, drawn: flags.length };
    const began = performance.now();
    grid.pick(cloud, stage.view, 0, 0);
    const firstMs = performance.now() - began;
    let found = 0;
    for (let each = 0; each < 200; each += 1) {
      const [x, y] = [random() * 1280, random() * 800];
      const start = performance.now();
      if (grid.pick(cloud, stage.view, x, y) !== -1) found += 1;
      times.push(performance.now() - start);
    }
    return { firstMs, medianMs: times.sort((a, b) => a - b)[100], p95Ms: times[190], found };
  },
};
`;

const load = loadavg()[0]!;
const files = await bundle();
const browser = await launchChromium({ webGl: 'software' });
try {
  const sizes: object[] = [];
  for (const count of counts) sizes.push(await measure(browser, count));
  const report = { load: { before: round(load), after: round(loadavg()[0]!) }, sizes };
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
} finally {
  await browser.close();
}

/** The page's files by path, in memory. */
async function bundle(): Promise<Map<string, string | Uint8Array>> {
  const built = (await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [
      {
        name: 'the page of the benchmark',
        resolveId: (id) => (id === 'bench-map-page' ? `\0${id}` : null),
        load: (id) => (id === '\0bench-map-page' ? pageSource : null),
      },
    ],
    build: {
      write: false,
      minify: true,
      rolldownOptions: { input: 'bench-map-page', output: { entryFileNames: 'page.js', assetFileNames: 'page.[ext]' } },
    },
  })) as Rolldown.RolldownOutput;
  const found = new Map<string, string | Uint8Array>();
  for (const file of built.output) found.set(`/${file.fileName}`, file.type === 'chunk' ? file.code : file.source);
  for (const name of ['public/layers.css', 'styles/tokens.css', 'styles/base.css'])
    found.set(`/${name}`, await readFile(`${root}renderer/${name}`, 'utf8'));
  const styles = [...found.keys()].filter((path) => path.endsWith('.css'));
  found.set(
    '/',
    `<!doctype html>${styles.map((path) => `<link rel="stylesheet" href="${path}">`).join('')}<style>main{position:fixed;inset:0}</style><main></main><script type="module" src="/page.js"></script>`,
  );
  return found;
}

async function measure(inBrowser: Browser, count: number): Promise<object> {
  const context = await inBrowser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.on('pageerror', (error) => say(error.message));
  await page.route('**', (route) => {
    const path = new URL(route.request().url()).pathname;
    const body = files.get(path);
    const contentType = path.endsWith('.js') ? 'text/javascript' : path.endsWith('.css') ? 'text/css' : 'text/html';
    return body === undefined ? route.abort() : route.fulfill({ body: Buffer.from(body), contentType });
  });
  await page.goto(`${origin}/`);
  await page.waitForFunction('window.bench !== undefined');
  const before = await residentBytes(inBrowser);
  const shown = performance.now();
  await page.evaluate(`window.bench.show(${count})`);
  await page.waitForFunction(`window.bench.drawn() === ${count}`);
  const frames = await page.evaluate<number>('window.bench.frames()');
  await page.waitForFunction(`window.bench.frames() > ${frames} || window.bench.frames() > 0`);
  const showMs = performance.now() - shown;
  const turning = await turn(page);
  const pick = await page.evaluate('window.bench.pick()');
  const after = await residentBytes(inBrowser);
  const renderer = await page.evaluate<string>('window.bench.support.renderer');
  await context.close();
  return {
    points: count,
    renderer,
    showMs: round(showMs),
    ...turning,
    pick,
    rendererResidentMegabytes: { before: megabytes(before), after: megabytes(after), growth: megabytes(after - before) },
  };
}

/** Drags in circles and counts what is drawn; with the level of detail that people get. */
async function turn(page: Page): Promise<object> {
  await page.mouse.move(640, 400);
  await page.mouse.down();
  const framesBefore = await page.evaluate<number>('window.bench.frames()');
  const start = performance.now();
  let step = 0;
  let drawn = 0;
  while (performance.now() - start < turnMs) {
    step += 1;
    await page.mouse.move(640 + Math.cos(step / 15) * 200, 400 + Math.sin(step / 15) * 120);
    if (step % 20 === 0) drawn = await page.evaluate<number>('window.bench.drawn()');
  }
  const seconds = (performance.now() - start) / 1000;
  const frames = (await page.evaluate<number>('window.bench.frames()')) - framesBefore;
  await page.mouse.up();
  return { framesPerSecond: round(frames / seconds), pointsDrawnWhileTurning: drawn };
}

/** What the processes of pages hold in memory; 0 where the system does not say. */
async function residentBytes(inBrowser: Browser): Promise<number> {
  const session = await inBrowser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  let bytes = 0;
  for (const { type, id } of processInfo) {
    if (type !== 'renderer') continue;
    const status = await readFile(`/proc/${id}/status`, 'utf8').catch(() => '');
    bytes = Math.max(bytes, Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024);
  }
  return bytes;
}

function megabytes(bytes: number): number {
  return round(bytes / 1e6);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
