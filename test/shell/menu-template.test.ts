import { describe, expect, it } from 'vitest';
import { commands, type CommandDescription } from '../../main/contract/commands.ts';
import { acceleratorOf, menuTemplate, type MenuItem } from '../../main/shell/menu-template.ts';

function flat(items: readonly MenuItem[]): MenuItem[] {
  return items.flatMap((item) => [item, ...flat(item.submenu ?? [])]);
}

describe('keys in the menu', () => {
  it.each([
    ['$mod+k', 'CommandOrControl+K'],
    ['$mod+Shift+p', 'CommandOrControl+Shift+P'],
    ['$mod+,', 'CommandOrControl+,'],
    ['$mod+Enter', 'CommandOrControl+Return'],
    ['Alt+ArrowLeft', 'Alt+Left'],
    ['$mod+F5', 'CommandOrControl+F5'],
    ['g s', null],
    ['/', null],
    ['[Shift]+?', null],
    ['Shift+a', null],
    ['$mod+Unknown', null],
  ])('%s → %s', (keys, expected) => {
    expect(acceleratorOf(keys)).toBe(expected);
  });
});

describe('the menu', () => {
  it('has every command once, in the menu that it names, with keys that the page handles', () => {
    const ran: string[] = [];
    const items = flat(menuTemplate(commands, { platform: 'linux', developer: false, run: (id) => void ran.push(id) }));
    const offered = commands.filter((command: CommandDescription) => command.menu !== undefined);
    for (const { title } of offered) {
      const found = items.filter((item) => item.label === title);
      expect(found, title).toHaveLength(1);
      found[0]!.click!();
    }
    expect(ran.toSorted()).toEqual(offered.map(({ id }) => id).toSorted());
    for (const item of items) if (item.accelerator !== undefined) expect(item.registerAccelerator).toBe(false);
  });

  it('has developer tools only where the app is developed, and macOS’ own menus there', () => {
    const roles = (platform: NodeJS.Platform, developer: boolean) =>
      flat(menuTemplate(commands, { platform, developer, run: () => null })).map((item) => item.role);
    expect(roles('linux', false)).not.toContain('toggleDevTools');
    expect(roles('linux', true)).toContain('toggleDevTools');
    expect(roles('darwin', false)).toEqual(expect.arrayContaining(['appMenu', 'close']));
    expect(roles('win32', false)).toContain('quit');
  });
});
