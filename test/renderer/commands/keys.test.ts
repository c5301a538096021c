import { matchKeybindingPress, parseKeybinding } from 'tinykeys';
import { describe, expect, it } from 'vitest';
import { commandGroups, commands, type CommandDescription } from '../../../main/contract/commands.ts';
import { isForPage } from '../../../renderer/commands/key-scope.ts';
import { keyText } from '../../../renderer/ui/key-text.ts';

const list: readonly CommandDescription[] = commands;

describe('the commands', () => {
  it('have names and keys of their own', () => {
    const ids = list.map(({ id }) => id);
    const keys = list.flatMap(({ keys: own }) => own ?? []);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('belong to groups that the shortcut sheet shows', () => {
    expect(list.filter(({ group }) => !commandGroups.includes(group))).toEqual([]);
  });

  it('have no key that begins another one, for the longer could never be pressed', () => {
    const keys = list.flatMap(({ keys: own }) => own ?? []);
    expect(keys.filter((key) => keys.some((other) => other.startsWith(`${key} `)))).toEqual([]);
  });

  it('have keys that can be parsed', () => {
    for (const { keys = [] } of list) for (const key of keys) expect(parseKeybinding(key).length).toBeGreaterThan(0);
  });

  it('open the shortcuts by a question mark with and without Shift, as keyboards differ', () => {
    const [press] = parseKeybinding('[Shift]+?');
    for (const shiftKey of [true, false]) {
      const event = { key: '?', code: 'Slash', shiftKey, getModifierState: (name: string) => shiftKey && name === 'Shift' };
      expect(matchKeybindingPress(event as KeyboardEvent, press!)).toBe(true);
    }
  });
});

describe('keys as people read them', () => {
  it.each([
    ['$mod+k', false, [['Ctrl', 'K']]],
    ['$mod+Shift+p', true, [['⌘', '⇧', 'P']]],
    ['g s', false, [['G'], ['S']]],
    ['[Shift]+?', false, [['?']]],
    ['$mod+,', false, [['Ctrl', ',']]],
    ['$mod++', false, [['Ctrl', '+']]],
    ['Alt+ArrowUp', false, [['Alt', '↑']]],
    ['Escape', true, [['Esc']]],
  ])('%s', (keys, isMac, presses) => {
    expect(keyText(keys, isMac)).toEqual(presses);
  });
});

describe('a key', () => {
  const plain = { hasModifier: false, isTaken: false, inTextField: false, inPopup: false };
  it.each([
    ['on the page', plain, true],
    ['in a text field', { ...plain, inTextField: true }, false],
    ['with Control in a text field', { ...plain, inTextField: true, hasModifier: true }, true],
    ['in a dialog', { ...plain, inPopup: true, hasModifier: true }, false],
    ['that somebody has taken', { ...plain, isTaken: true }, false],
  ])('%s', (_, key, expected) => {
    expect(isForPage(key)).toBe(expected);
  });
});
