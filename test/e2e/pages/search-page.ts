import type { Locator, Page } from 'playwright-core';

/** The search workbench, by what people see and screen readers say. */
export class SearchPage {
  readonly page: Page;
  readonly field: Locator;
  readonly results: Locator;
  readonly filters: Locator;
  /** Of the result that is open. */
  readonly reading: Locator;

  constructor(page: Page) {
    this.page = page;
    this.field = page.getByRole('searchbox', { name: 'Search', exact: true });
    this.results = page.getByRole('listbox', { name: 'Results' });
    this.filters = page.getByRole('region', { name: 'Filters' });
    this.reading = page.getByRole('region', { name: /^Text of / });
  }

  async open(): Promise<void> {
    await this.page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Search' }).click();
    await this.field.waitFor();
  }

  /** Types, and waits until the answer to these words, and not to others before them, is listed with a hit that has the text. */
  async search(query: string, expected: string): Promise<void> {
    await this.field.fill(query);
    await this.untilAnswered(query);
    await this.hit(expected).waitFor();
  }

  /** Until the answer to a query is shown, be it a list or that there is nothing. */
  async untilAnswered(query: string): Promise<void> {
    await this.page.evaluate(
      `new Promise((resolve) => {
        const look = () => {
          const asked = new URLSearchParams(location.hash.split('?')[1]).get('q');
          const isWaiting = document.querySelector('main [data-stale], main [aria-label=Searching]') !== null;
          if (asked === ${JSON.stringify(query)} && !isWaiting) resolve();
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      })`,
    );
  }

  /** The best hit that holds the text. */
  hit(text: string): Locator {
    return this.results.getByRole('option').filter({ hasText: text }).first();
  }

  filter(group: string, value: string): Locator {
    return this.filters.getByRole('group', { name: group }).getByRole('checkbox', { name: new RegExp(`^${value}\\b`) });
  }

  /** Opens the hit beside the list. */
  async read(text: string): Promise<Locator> {
    await this.hit(text).click();
    await this.reading.waitFor();
    return this.reading;
  }

  tab(name: string): Locator {
    return this.reading.getByRole('tab', { name });
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }
}
