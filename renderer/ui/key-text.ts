const names: Record<string, string> = {
  arrowup: '↑',
  arrowdown: '↓',
  arrowleft: '←',
  arrowright: '→',
  enter: 'Enter',
  escape: 'Esc',
  space: 'Space',
  delete: 'Del',
  pageup: 'PgUp',
  pagedown: 'PgDn',
};

const macModifiers: Record<string, string> = { $mod: '⌘', meta: '⌘', control: '⌃', alt: '⌥', shift: '⇧' };
const otherModifiers: Record<string, string> = { $mod: 'Ctrl', meta: 'Meta', control: 'Ctrl', alt: 'Alt', shift: 'Shift' };

/** A shortcut as people read it: one list of keys for each press, `$mod+k` → `[['Ctrl', 'K']]`, `g s` → `[['G'], ['S']]`. */
export function keyText(keys: string, isMac: boolean): string[][] {
  const modifiers = isMac ? macModifiers : otherModifiers;
  return keys
    .split(' ')
    .filter((press) => press !== '')
    .map((press) =>
      splitPress(press)
        // An optional modifier is one that need not be said.
        .filter((part) => !/^\[.+\]$/.test(part))
        .map(
          (part) => modifiers[part.toLowerCase()] ?? names[part.toLowerCase()] ?? (part.length === 1 ? part.toUpperCase() : part),
        ),
    );
}

/** In `$mod++` the last plus is the key. */
function splitPress(press: string): string[] {
  return press.split(/\+(?=.)/);
}
