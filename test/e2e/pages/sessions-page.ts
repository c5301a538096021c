import type { Locator, Page } from 'playwright-core';

/** The screen of sessions, by what people see and screen readers say. */
export class SessionsPage {
  readonly page: Page;
  readonly list: Locator;
  readonly findings: Locator;
  readonly calls: Locator;
  readonly conversation: Locator;
  readonly panel: Locator;

  constructor(page: Page) {
    this.page = page;
    this.list = page.getByRole('listbox', { name: 'Sessions' });
    this.findings = page.getByRole('listbox', { name: 'Findings' });
    this.calls = page.getByRole('listbox', { name: 'Calls' });
    this.conversation = page.getByRole('listbox', { name: 'Conversation' });
    this.panel = page.getByRole('region', { name: 'Account of what was read' });
  }

  async open(): Promise<void> {
    await this.page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Sessions' }).click();
  }

  /** Types a path and reads what is there. */
  async read(path: string): Promise<void> {
    await this.page.getByRole('combobox', { name: 'Files or folders with sessions' }).fill(path);
    await this.page.getByRole('button', { name: 'Read', exact: true }).click();
    await this.panel.waitFor();
  }

  async choose(title: string): Promise<void> {
    await this.list.getByRole('option').filter({ hasText: title }).click();
    await this.page.getByRole('heading', { level: 2, name: title }).waitFor();
  }

  async tab(name: string): Promise<void> {
    await this.page.getByRole('tab', { name: new RegExp(`^${name}`) }).click();
  }

  finding(text: string): Locator {
    return this.findings.getByRole('option').filter({ hasText: text }).first();
  }
}
