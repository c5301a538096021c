import { tinykeys, type KeybindingsMap } from 'tinykeys';
import { commands, type CommandDescription } from '../../main/contract/commands.ts';
import { isAvailable, runCommand } from './command-handlers.ts';
import { isForPage, type PressedKey } from './key-scope.ts';

/** Listens for the keys of all commands until the returned function is called. */
export function bindKeys(target: Window): () => void {
  const bindings: KeybindingsMap = {};
  for (const { id, keys } of commands as readonly (CommandDescription & { id: (typeof commands)[number]['id'] })[])
    for (const key of keys ?? [])
      bindings[key] = (event) => {
        // What nobody answers stays with the browser.
        if (!isAvailable(id)) return;
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
