import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface DesktopSurroundings {
  platform: NodeJS.Platform;
  environment: Readonly<Record<string, string | undefined>>;
  isRoot: boolean;
}

/**
 * Electron's program, or in a few words why the desktop app cannot be started here. Only looks: Electron's own package would download
 * the program when asked where it is.
 */
export function findDesktopProgram(
  root: string,
  { platform, environment, isRoot }: DesktopSurroundings,
): { path: string } | { reason: string } {
  const electron = join(root, 'node_modules', 'electron');
  const pathFile = join(electron, 'path.txt');
  const name = existsSync(pathFile) ? readFileSync(pathFile, 'utf8').trim() : '';
  const folder = environment['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(electron, 'dist');
  const path = join(folder, name === '' ? 'electron' : name);
  if (!existsSync(electron) || !existsSync(path))
    return { reason: 'Electron’s program is not here (`npx install-electron` fetches it)' };
  if (platform === 'linux' && (environment['DISPLAY'] ?? '') === '' && (environment['WAYLAND_DISPLAY'] ?? '') === '')
    return { reason: 'there is no screen' };
  if (platform === 'linux' && isRoot) return { reason: 'Electron does not run as root' };
  return { path };
}
