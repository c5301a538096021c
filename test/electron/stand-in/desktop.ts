import { requireReady } from './lifecycle.ts';
import { strict } from './strict.ts';

/** What the app has done to the desktop, and what the desktop will answer; for tests. */
export const desktop = {
  opened: [] as string[],
  copied: [] as string[],
  errors: [] as string[],
  crashReporter: null as Electron.CrashReporterStartOptions | null,
  menu: [] as Electron.MenuItemConstructorOptions[],
  folders: [] as (string | null)[],
  openDialogs: [] as Electron.OpenDialogOptions[],
  responses: [] as number[],
  messages: [] as string[],
};

type Dialog = Pick<Electron.Dialog, 'showOpenDialog' | 'showMessageBox' | 'showErrorBox'>;

export const dialog = strict('dialog', {
  async showOpenDialog(...values: unknown[]) {
    requireReady('dialog.showOpenDialog');
    desktop.openDialogs.push(values.at(-1) as Electron.OpenDialogOptions);
    const folder = desktop.folders.shift() ?? null;
    return { canceled: folder === null, filePaths: folder === null ? [] : [folder] };
  },
  async showMessageBox(...values: unknown[]) {
    requireReady('dialog.showMessageBox');
    const options = values.at(-1) as Electron.MessageBoxOptions;
    desktop.messages.push(options.message);
    return { response: desktop.responses.shift() ?? options.cancelId ?? 0, checkboxChecked: false };
  },
  showErrorBox(title, content) {
    desktop.errors.push(`${title}: ${content}`);
    process.stderr.write(`${title}: ${content}\n`);
  },
} satisfies Dialog as Dialog);

export const shell = strict('shell', {
  async openExternal(url) {
    desktop.opened.push(url);
  },
} satisfies Pick<Electron.Shell, 'openExternal'> as Pick<Electron.Shell, 'openExternal'>);

export const clipboard = strict('clipboard', {
  async writeText(text: string) {
    desktop.copied.push(text);
  },
} satisfies Pick<Electron.Clipboard, 'writeText'>);

export const crashReporter = strict('crashReporter', {
  start(options) {
    desktop.crashReporter = options;
  },
} satisfies Pick<Electron.CrashReporter, 'start'> as Pick<Electron.CrashReporter, 'start'>);

/** https://www.electronjs.org/docs/latest/api/menu */
export const Menu = strict('Menu', {
  buildFromTemplate(template) {
    for (const item of template)
      if (item.label === undefined && item.role === undefined && item.type !== 'separator')
        throw new TypeError('Invalid template for MenuItem: must have either label, role or type');
    return template as unknown as Electron.Menu;
  },
  setApplicationMenu(menu) {
    requireReady('Menu.setApplicationMenu');
    desktop.menu = menu as unknown as Electron.MenuItemConstructorOptions[];
  },
} satisfies Pick<typeof Electron.Menu, 'buildFromTemplate' | 'setApplicationMenu'> as Pick<
  typeof Electron.Menu,
  'buildFromTemplate' | 'setApplicationMenu'
>);
