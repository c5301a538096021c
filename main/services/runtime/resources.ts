import { fileURLToPath } from 'node:url';

/**
 * The program's own read-only files: beside `main/` in the sources, beside `out/` when bundled, and beside the archive in the packaged desktop
 * app, since what is in an archive can be read by Node alone.
 */
export const resourcesDirectory = resourcesBeside(import.meta.url);

/** @param moduleUrl of this file, or of the bundle that holds it. */
export function resourcesBeside(moduleUrl: string): string {
  const place = moduleUrl.endsWith('.ts')
    ? '../../../resources'
    : /\/app\.asar\/out\/main\/[^/]+$/.test(moduleUrl)
      ? '../../../context-hub'
      : '../../resources';
  return fileURLToPath(new URL(place, moduleUrl));
}
