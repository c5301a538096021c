import type { Locator, Page } from 'playwright-core';
import { patienceMs } from '../support/watched-page.ts';

/** Indexing of what the tests write, on a machine that has much else to do. Unit: ms. */
const indexingMs = 4 * patienceMs;

/** The screen of the sources with its dialog. */
export class SourcesPage {
  readonly page: Page;
  readonly dialog: Locator;
  readonly table: Locator;

  constructor(page: Page) {
    this.page = page;
    this.dialog = page.getByRole('dialog', { name: 'Add sources' });
    this.table = page.getByRole('table', { name: 'Sources' });
  }

  async open(): Promise<void> {
    await this.page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Sources' }).click();
  }

  source(name: string): Locator {
    return this.page.getByRole('region', { name: `Source ${name}` });
  }

  async openSource(name: string): Promise<Locator> {
    await this.open();
    await this.table.getByRole('link', { name, exact: true }).click();
    await this.source(name).waitFor();
    return this.source(name);
  }

  /** Types a place into the open dialog and waits for what it would come to. */
  async preview(place: string): Promise<void> {
    await this.dialog.getByRole('combobox', { name: /^Folder, git URL/ }).fill(place);
    await this.dialog.getByRole('button', { name: 'Preview', exact: true }).click();
    await this.dialog.getByText('would be indexed').waitFor();
  }

  async add(): Promise<void> {
    await this.dialog.getByRole('button', { name: 'Add source' }).click();
    await this.dialog.waitFor({ state: 'detached' });
  }

  /** Until nothing is being done to the source any more. */
  async untilIndexed(name: string): Promise<void> {
    const source = this.source(name);
    await source.getByRole('button', { name: 'Refresh', exact: true }).waitFor({ timeout: indexingMs });
    await source.getByText('of every chunk').waitFor({ timeout: indexingMs });
  }
}
