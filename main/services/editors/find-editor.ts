import type { Editor } from '../../contract/reading.ts';
import { isProgram, programPaths } from '../runtime/find-program.ts';
import { folderLaunchers, launchers, systemLaunchers, type Launcher, type MachineFacts } from './editor-catalog.ts';

export interface FoundEditor {
  /** Absolute path of the program. */
  program: string;
  launcher: Launcher;
}

/** A program, or everywhere it was looked for. */
export type EditorSearch = { found: FoundEditor } | { found: null; tried: string[] };

/** Where a launcher may be: names on PATH first, then where installers put it. */
function candidatesOf(launcher: Launcher, machine: MachineFacts): string[] {
  const endings = machine.platform === 'win32' ? ['.exe'] : [''];
  return [...programPaths(launcher.names, machine.environment, endings), ...launcher.places(machine)];
}

function launchersFor(editor: Editor, path: string, machine: MachineFacts): readonly Launcher[] {
  if (editor === 'system') {
    const own = systemLaunchers[machine.platform] ?? systemLaunchers.linux;
    return own ? [own] : [];
  }
  const extension = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  const isBest = (launcher: Launcher): number => Number(launcher.extensions?.includes(extension) ?? false);
  return launchers[editor].toSorted((a, b) => isBest(b) - isBest(a));
}

/** The program of an editor on this machine, of several the one that is made for the file at `path`. */
export function findEditor(editor: Editor, machine: MachineFacts, path = ''): EditorSearch {
  return findProgram(launchersFor(editor, path, machine), machine);
}

/** The program that shows folders. */
export function findFileManager(machine: MachineFacts): EditorSearch {
  const own = folderLaunchers[machine.platform] ?? folderLaunchers.linux;
  return findProgram(own ? [own] : [], machine);
}

function findProgram(wanted: readonly Launcher[], machine: MachineFacts): EditorSearch {
  const tried: string[] = [];
  for (const launcher of wanted) {
    const program = candidatesOf(launcher, machine).find(isProgram);
    if (program !== undefined) return { found: { program, launcher } };
    tried.push(`${launcher.names[0]} on PATH`, ...launcher.places(machine));
  }
  return { found: null, tried };
}
