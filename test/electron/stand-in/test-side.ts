import { standInApp } from './app.ts';
import { openWindows } from './browser-window.ts';
import { desktop } from './desktop.ts';
import { spoken } from './session.ts';
import { utilityProcesses } from './utility-process.ts';

/** What a test asks of the app's process; answered by the same id. */
export interface TestRequest {
  id: number;
  ask: keyof typeof answers;
  values: unknown[];
}

const menuItem = (label: string): Electron.MenuItemConstructorOptions | undefined =>
  desktop.menu.flatMap((menu) => (Array.isArray(menu.submenu) ? menu.submenu : [])).find((item) => item.label === label);

const answers = {
  /** A method of the first window's page in Chromium. */
  page: async (method: string, ...values: unknown[]) => {
    const page = openWindows()[0]?.contents.page;
    if (page == null) throw new Error('There is no page.');
    const value: unknown = await (page as unknown as Record<string, (...all: unknown[]) => Promise<unknown>>)[method]!(...values);
    // Handles of elements and responses stay here.
    return ['evaluate', 'textContent', 'title', 'screenshot', 'url'].includes(method) ? value : null;
  },
  windows: () =>
    openWindows().map(({ options, shown, focused, console, contents }) => ({
      options,
      shown,
      focused,
      console,
      url: contents.page?.url() ?? null,
    })),
  closeWindow: () => openWindows()[0]!.destroy(),
  windowEvent: (name: string) => void openWindows()[0]!.emit(name),
  appEvent: (name: string, ...values: unknown[]) => void standInApp.emit(name, { preventDefault: () => null }, ...values),
  app: () => ({ ...standInApp.records, crashReporter: desktop.crashReporter, schemes: spoken.schemes }),
  desktop: () => ({ ...desktop, menu: desktop.menu.map(({ label, role }) => label ?? role) }),
  answerDialogs: (given: { folders?: string[]; responses?: number[] }) => {
    desktop.folders.push(...(given.folders ?? []));
    desktop.responses.push(...(given.responses ?? []));
  },
  clickMenu: (label: string) => (menuItem(label)!.click as () => void)(),
  permission: (permission: string, url: string) =>
    new Promise((resolve) => {
      const check = spoken.permissionCheck?.(null, permission as never, url, {} as never);
      const device = spoken.devicePermission?.({} as never);
      spoken.permissionRequest?.(null as never, permission as never, (granted) => resolve({ request: granted, check, device }), {
        requestingUrl: url,
      } as never);
    }),
  utilityProcesses: () => [...utilityProcesses],
  kill: (pid: number, signal: string) => process.kill(pid, signal),
  quit: () => standInApp.quit(),
  exit: () => standInApp.exit(0),
};

export async function answerTest(request: TestRequest): Promise<void> {
  const reply = (message: unknown): void => void process.send?.(message);
  try {
    const answer = answers[request.ask] as (...values: unknown[]) => unknown;
    reply({ id: request.id, value: await answer(...request.values) });
  } catch (error) {
    reply({ id: request.id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}
