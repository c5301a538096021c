import type { CommandDescription } from '../contract/commands.ts';

/** As much of Electron's menu items as is used here. */
export interface MenuItem {
  label?: string;
  role?:
    | 'appMenu'
    | 'editMenu'
    | 'windowMenu'
    | 'close'
    | 'quit'
    | 'resetZoom'
    | 'zoomIn'
    | 'zoomOut'
    | 'togglefullscreen'
    | 'toggleDevTools';
  type?: 'separator';
  accelerator?: string;
  registerAccelerator?: boolean;
  click?: () => void;
  submenu?: MenuItem[];
}

export interface MenuOptions {
  platform: NodeJS.Platform;
  /** Tools for those who work on the app itself. */
  developer: boolean;
  run: (commandId: string) => void;
}

/** The application's menu, from the same list as the palette and the keys. */
export function menuTemplate(commands: readonly CommandDescription[], options: MenuOptions): MenuItem[] {
  const of = (menu: NonNullable<CommandDescription['menu']>): MenuItem[] =>
    commands.filter((command) => command.menu === menu).map((command) => commandItem(command, options.run));
  const mac = options.platform === 'darwin';
  const separator: MenuItem = { type: 'separator' };
  return [
    ...(mac ? [{ role: 'appMenu' } satisfies MenuItem] : []),
    { label: 'File', submenu: [...of('file'), separator, { role: mac ? 'close' : 'quit' }] },
    { role: 'editMenu' },
    {
      label: 'View',
      submenu: [
        ...of('view'),
        separator,
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { role: 'togglefullscreen' },
        ...(options.developer ? [separator, { role: 'toggleDevTools' } satisfies MenuItem] : []),
      ],
    },
    { label: 'Go', submenu: of('go') },
    { role: 'windowMenu' },
    { label: 'Help', submenu: of('help') },
  ];
}

function commandItem(command: CommandDescription, run: MenuOptions['run']): MenuItem {
  const accelerator = command.keys?.map(acceleratorOf).find((keys) => keys !== null);
  return {
    label: command.title,
    // Shown only: the page listens for the keys itself, in both hosts alike, and would act twice.
    ...(accelerator == null ? {} : { accelerator, registerAccelerator: false }),
    click: () => run(command.id),
  };
}

const modifiers: Readonly<Record<string, string>> = {
  $mod: 'CommandOrControl',
  Shift: 'Shift',
  Alt: 'Alt',
  Control: 'Control',
  Meta: 'Super',
};
const namedKeys: Readonly<Record<string, string>> = {
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
  Escape: 'Escape',
  Enter: 'Return',
  Backspace: 'Backspace',
  Delete: 'Delete',
  Space: 'Space',
  '+': 'Plus',
};

/** Keys as Electron writes them; null for what a menu cannot show: one key after the other, or none of the modifiers. */
export function acceleratorOf(keys: string): string | null {
  if (keys.includes(' ')) return null;
  const parts = keys.split('+');
  const key = parts.pop()!;
  if (!parts.includes('$mod') && !parts.includes('Control') && !parts.includes('Alt')) return null;
  const named = namedKeys[key] ?? (/^(.|F\d{1,2})$/.test(key) ? key.toUpperCase() : null);
  const written = parts.map((part) => modifiers[part] ?? null);
  return named === null || written.includes(null) ? null : [...written, named].join('+');
}
