import { readFileSync } from 'node:fs';

/** Of the package that this program belongs to. `main/cli` in the sources and `out/main` when bundled lie two folders below it. */
export function programVersion(): string {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string };
  return manifest.version;
}
