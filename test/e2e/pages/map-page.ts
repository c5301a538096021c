import type { Download, Locator, Page } from 'playwright-core';

/** A layout of thousands of chunks on a busy machine takes its time. Unit: ms. */
const layoutPatienceMs = 240_000;
/** Between the places where a pointer looks for a point. Unit: CSS pixels. */
const searchStep = 9;

/** The map, by what people see and screen readers say. */
export class MapPage {
  readonly page: Page;
  readonly picture: Locator;
  readonly panel: Locator;
  readonly legend: Locator;

  constructor(page: Page) {
    this.page = page;
    this.picture = page.getByRole('application', { name: /chunks?\. Arrow keys/ });
    this.panel = page.getByRole('tabpanel');
    this.legend = page.getByRole('region', { name: 'Legend' });
  }

  /** Opens the map and waits until it is laid out and its clusters are named. */
  async open(): Promise<void> {
    await this.page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Map' }).click();
    await this.picture.waitFor({ timeout: layoutPatienceMs });
    await this.tab('Clusters').click();
    await this.clusters.first().waitFor({ timeout: layoutPatienceMs });
  }

  get clusters(): Locator {
    return this.panel.getByRole('list', { name: 'Clusters' }).getByRole('listitem');
  }

  /** Names that are written onto the picture. */
  get labels(): Locator {
    return this.picture.locator('[data-label]');
  }

  /** How many there are in the index, by the status bar. */
  async indexedChunks(): Promise<number> {
    const chunks = this.page.getByRole('contentinfo', { name: 'Status' }).getByText(/^[\d,]+ chunks/);
    return Number(/[\d,]+/.exec((await chunks.textContent())!)![0].replaceAll(',', ''));
  }

  tab(name: string): Locator {
    return this.page.getByRole('tablist', { name: 'About the map' }).getByRole('tab', { name });
  }

  tool(name: string | RegExp): Locator {
    return this.page.getByRole('toolbar', { name: 'Map' }).getByRole('button', { name });
  }

  /** Moves the pointer from the middle outwards until it is over a point; returns where that is. */
  async hoverPoint(): Promise<{ x: number; y: number }> {
    const box = (await this.picture.boundingBox())!;
    const [middleX, middleY] = [box.x + box.width / 2, box.y + box.height / 2];
    for (let step = 0; step < 4_000; step += 1) {
      // A spiral.
      const angle = Math.sqrt(step) * 2;
      const x = middleX + Math.cos(angle) * angle * searchStep * 0.5;
      const y = middleY + Math.sin(angle) * angle * searchStep * 0.5;
      if (x < box.x || y < box.y || x > box.x + box.width || y > box.y + box.height) continue;
      await this.page.mouse.move(x, y);
      // The page looks for the point in its next frame.
      await this.page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
      if ((await this.picture.locator('[data-over="point"]').count()) > 0) return { x, y };
    }
    throw new Error('No point was found on the picture.');
  }

  /** Drags with the tool that is chosen, from one share of the picture to another. */
  async drag(from: readonly [number, number], to: readonly [number, number]): Promise<void> {
    const box = (await this.picture.boundingBox())!;
    const place = ([x, y]: readonly [number, number]): [number, number] => [box.x + box.width * x, box.y + box.height * y];
    await this.page.mouse.move(...place(from));
    await this.page.mouse.down();
    await this.page.mouse.move(...place([(from[0] + to[0]) / 2, from[1]]));
    await this.page.mouse.move(...place([to[0], from[1]]));
    await this.page.mouse.move(...place(to));
    await this.page.mouse.move(...place([from[0], to[1]]));
    await this.page.mouse.up();
  }

  /** Exports the list that is shown and returns its text. */
  async exported(format: string): Promise<string> {
    const download = this.page.waitForEvent('download');
    await this.panel.getByRole('button', { name: 'Export' }).click();
    await this.page.getByRole('menuitem', { name: format }).click();
    return textOf(await download);
  }

  /** How many different colours the picture has, as a sign that something is drawn. */
  async colours(): Promise<number> {
    return this.coloursOf(await this.picture.screenshot());
  }

  /** The same of any PNG. */
  async coloursOf(picture: Buffer): Promise<number> {
    return this.page.evaluate(
      `(async () => {
        const bytes = Uint8Array.from(atob('${picture.toString('base64')}'), (each) => each.charCodeAt(0));
        const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
        const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
        context.drawImage(image, 0, 0);
        const pixels = new Uint32Array(context.getImageData(0, 0, image.width, image.height).data.buffer);
        return new Set(pixels).size;
      })()`,
    );
  }

  /** Where each name stands on the picture, to whole pixels, once they have stood there for some frames. */
  async labelPlaces(): Promise<Record<string, [number, number]>> {
    return this.page.evaluate<Record<string, [number, number]>>(
      `(async () => {
        const read = () => Object.fromEntries(Array.from(document.querySelectorAll('[role=application] [data-label]'), (label) => {
          const { x, y } = label.getBoundingClientRect();
          return [label.textContent, [Math.round(x), Math.round(y)]];
        }));
        let places = read();
        for (let still = 0; still < 10; ) {
          await new Promise((done) => requestAnimationFrame(done));
          const now = read();
          still = Object.keys(now).length > 0 && JSON.stringify(now) === JSON.stringify(places) ? still + 1 : 0;
          places = now;
        }
        return places;
      })()`,
    );
  }

  /** The chunk in the address, which has the focus. */
  focused(): string | null {
    return new URLSearchParams(new URL(this.page.url()).hash.split('?')[1] ?? '').get('hit');
  }

  /** What is being said to those who do not see the picture, and what else has a say. */
  said(): Promise<string[]> {
    return this.page.locator('[role=status]').allTextContents();
  }
}

async function textOf(download: Download): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of await download.createReadStream()) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}
