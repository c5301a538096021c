import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SearchPage } from '../../e2e/pages/search-page.ts';
import { SourcesPage } from '../../e2e/pages/sources-page.ts';
import { ServedHub } from '../../e2e/support/served-hub.ts';
import { expectQuiet, WatchedPage } from '../../e2e/support/watched-page.ts';
import { launchChromium } from '../../helpers/chromium.ts';

let folder: string;
let browser: Browser;
let hub: ServedHub;
let watched: WatchedPage;
let search: SearchPage;
/** Waits to be asked, as a site of whoever wrote the page would. */
let trap: Server;
let asked: string[];

/** Everything that a page could try, with an address that would tell its author that somebody reads it. */
function hostilePage(trapAddress: string): string {
  return `# Ordinary title <script>window.evil = 'heading'</script>

The gooseberry paragraph begins harmlessly.

<script>window.evil = 'script'; fetch('${trapAddress}/script')</script>
<script src="${trapAddress}/script.js"></script>

<img src="${trapAddress}/image.png" onerror="window.evil = 'onerror'">
<svg onload="window.evil = 'onload'"><image href="${trapAddress}/svg.png"/></svg>
<iframe src="${trapAddress}/frame" srcdoc="<script>parent.evil = 'srcdoc'</script>"></iframe>
<object data="${trapAddress}/object"></object><embed src="${trapAddress}/embed">
<link rel="stylesheet" href="${trapAddress}/style.css"><style>@import '${trapAddress}/import.css'; body { display: none }</style>
<meta http-equiv="refresh" content="0;url=${trapAddress}/refresh">
<form action="${trapAddress}/form"><button autofocus onfocus="window.evil = 'onfocus'">Send</button></form>
<base href="${trapAddress}/">
<video poster="${trapAddress}/poster.png" src="${trapAddress}/video.mp4" autoplay></video>
<details open ontoggle="window.evil = 'ontoggle'"><summary>more</summary></details>
<p style="background: url(${trapAddress}/background.png)" id="root" class="visually-hidden">styled</p>

![remote picture](${trapAddress}/markdown.png) ![data](data:image/svg+xml;base64,PHN2Zy8+ "x")

[run](javascript:window.evil='link') [RUN](JaVaScRiPt:window.evil='case') [tab](java&#9;script:window.evil='tab')
[data](data:text/html,<script>evil</script>) [vb](vbscript:msgbox) [file](file:///etc/passwd) [blob](blob:null/x)
<javascript:window.evil='auto'> [reference][r] [protocol](//127.0.0.1:9/relative)

[r]: javascript:window.evil='reference'

\`\`\`html onload=alert(1)
</code></pre><script>window.evil = 'fence'</script>
\`\`\`

| <img src=x onerror="window.evil = 'cell'"> | b |
| --- | --- |
| [x](javascript:window.evil='table') | \`</td><script>window.evil='code'</script>\` |

Footnote[^1].

[^1]: <img src="${trapAddress}/footnote.png" onerror="window.evil = 'footnote'">

The gooseberry paragraph ends here.
`;
}

const columns = 300;
const files: Record<string, string> = {
  'docs/wide.md': `# Wide quince table\n\n|${' a |'.repeat(columns)}\n|${' - |'.repeat(columns)}\n${`|${' quince |'.repeat(columns)}\n`.repeat(60)}`,
  'docs/deep.md': `# Deep medlar nesting\n\nmedlar\n\n${'> '.repeat(400)}quote\n\n${Array.from({ length: 200 }, (_, depth) => `${'  '.repeat(depth)}- medlar ${depth}`).join('\n')}\n\n${'['.repeat(3_000)}\n\n${'*_'.repeat(3_000)}\n`,
  'docs/long.md': `# Long damson line\n\ndamson ${'x'.repeat(200_000)}\n\n${'`'.repeat(2_000)}\n`,
  'docs/<img src=x onerror=alert(1)>.md': '# <b onclick="evil">Rowan</b>\n\nThe rowan page has an unkind name.\n',
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'context-hub-hostile-'));
  asked = [];
  trap = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.setHeader('access-control-allow-origin', '*').end('window.evil = "loaded"');
  });
  await new Promise<void>((resolve) => {
    trap.listen(0, '127.0.0.1', resolve);
  });
  const project = join(folder, 'orchard');
  await mkdir(join(project, 'docs'), { recursive: true });
  const trapAddress = `http://127.0.0.1:${(trap.address() as AddressInfo).port}`;
  for (const [path, text] of Object.entries({ 'docs/page.md': hostilePage(trapAddress), ...files }))
    await writeFile(join(project, path), text);
  [browser, hub] = await Promise.all([launchChromium(), ServedHub.start({ sources: [project] })]);
  watched = await WatchedPage.open(browser);
  search = new SearchPage(watched.page);
  await watched.goto(hub.address.href);
  const sources = new SourcesPage(watched.page);
  await sources.openSource('orchard');
  await sources.untilIndexed('orchard');
});
afterAll(async () => {
  await browser.close();
  await hub[Symbol.asyncDispose]();
  trap.closeAllConnections();
  trap.close();
  await rm(folder, { recursive: true, force: true });
});

/** Nothing that a page brought along was run, asked for or put into the window. */
async function expectHarmless(): Promise<void> {
  const { page } = watched;
  const found = await page.evaluate<unknown>(`(() => {
    const inside = [...document.querySelectorAll('script, style, link, iframe, object, embed, img, video, form, base, meta')]
      .filter((element) => document.querySelector('#root').contains(element) || element.matches('base, [http-equiv=refresh]'));
    const handlers = [...document.querySelectorAll('*')].filter((element) => [...element.attributes].some(({ name }) => name.startsWith('on')));
    const links = [...document.querySelectorAll('a[href]')].map((link) => link.protocol).filter((each) => !['http:', 'https:', 'mailto:'].includes(each));
    return { evil: window.evil ?? null, inside: inside.map((each) => each.outerHTML), handlers: handlers.map((each) => each.outerHTML), links, roots: document.querySelectorAll('#root').length };
  })()`);
  expect(found).toEqual({ evil: null, inside: [], handlers: [], links: [], roots: 1 });
  expect(asked).toEqual([]);
  expectQuiet(watched);
}

describe('a hostile page', () => {
  it('is text among the results', async () => {
    await search.open();
    await search.search('gooseberry paragraph', 'docs/page.md');
    await expectHarmless();
  });

  it('is read without doing or loading anything', async () => {
    const { page } = watched;
    const reading = await search.read('docs/page.md');
    await reading.getByText('The gooseberry paragraph ends here.').waitFor();
    await reading.getByText('remote picture').waitFor();
    await expectHarmless();
    // What looks like a link and is none does nothing when it is pressed.
    for (const name of ['run', 'RUN', 'tab', 'reference', 'file', 'x']) {
      const text = reading.getByText(name, { exact: true }).first();
      if ((await text.count()) > 0) await text.click();
    }
    expect(new URL(page.url()).hostname).toBe('127.0.0.1');
    await expectHarmless();
    await page.keyboard.press('m');
    await reading.locator('.cm-line', { hasText: 'window.evil' }).first().waitFor();
    await expectHarmless();
  });

  it.each([
    ['a table of hundreds of columns', 'quince table', 'docs/wide.md'],
    ['nesting hundreds deep', 'medlar nesting', 'docs/deep.md'],
    ['a line of 200,000 characters', 'damson line', 'docs/long.md'],
    ['a name made of markup', 'rowan page unkind name', 'rowan'],
  ])('with %s is shown, and the window goes on', async (_what, query, path) => {
    const { page } = watched;
    await search.search(query, path);
    const reading = await search.read(path);
    await reading.getByRole('article').waitFor();
    await expectHarmless();
    const [width, room] = await page.evaluate<[number, number]>('[document.body.scrollWidth, innerWidth]');
    expect(width).toBeLessThanOrEqual(room);
  });
});
