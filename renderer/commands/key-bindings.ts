import { tinykeys, type KeybindingsMap } from 'tinykeys';
import { commands, type CommandDescription } from '../../main/contract/commands.ts';
import { isAvailable, runCommand } from './command-handlers.ts';
import { isForPage, type PressedKey } from './key-scope.ts';

/** Listens for the keys of all commands until the returned function is called. */
export function bindKeys(target: Window): () => void {
  const bindings: KeybindingsMap = {};
  const all = (commands as readonly (CommandDescription & { id: (typeof commands)[number]['id'] })[]).flatMap(
    ({ id, keys = [] }) => keys.map((key) => ({ id, key })),
  );
  // Keys in a row come before a single one, so that the last of `g f` is not an `f` as well.
  for (const { id, key } of all.toSorted((a, b) => b.key.split(' ').length - a.key.split(' ').length))
    bindings[key] = (event) => {
      // What nobody answers stays with the browser.
      if (event.defaultPrevented || !isAvailable(id)) return;
      event.preventDefault();
      runCommand(id);
    };
  return tinykeys(target, bindings, { ignore: (event) => !isForPage(describeEvent(event)) });
}

function describeEvent(event: KeyboardEvent): PressedKey {
  const target = event.target instanceof Element ? event.target : null;
  return {
    hasModifier: event.ctrlKey || event.metaKey || event.altKey,
    isTaken: event.defaultPrevented || event.isComposing,
    inTextField:
      target?.closest('input:not([type=checkbox], [type=radio], [type=range]), textarea, select, [contenteditable="true"]') !=
      null,
    inPopup: target?.closest('[role="dialog"], [role="alertdialog"], [role="menu"]') != null,
  };
}
