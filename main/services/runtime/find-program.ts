import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Where programs of these names may be, by the folders of PATH, all places of the first name first. A relative folder is left out: it
 * would mean whatever folder this program was started in.
 * @param endings what the platform puts behind a name, e.g. `.exe`.
 */
export function programPaths(names: readonly string[], environment: Environment, endings: readonly string[] = ['']): string[] {
  const folders = (environment['PATH'] ?? environment['Path'] ?? '')
    .split(delimiter)
    .map((folder) => folder.replace(/^"(.*)"$/, '$1'))
    .filter((folder) => isAbsolute(folder));
  return names.flatMap((name) => folders.flatMap((folder) => endings.map((ending) => join(folder, name + ending))));
}

/** Whether a file is there that may be run. */
export function isProgram(path: string): boolean {
  try {
    if (!statSync(path).isFile()) return false;
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
