import type { SkipReason } from '../source.ts';
import { binaryExtensions, generatedNames, lockFileNames, vendoredFolders } from './file-names.ts';
import { baseNameOf, extensionOf } from './language.ts';
import { secretNameReason } from './secrets.ts';

/** Why something is left out, with one line for people. */
export interface Skip {
  reason: SkipReason;
  detail: string;
}

/** Largest file that is read. Unit: bytes. */
export const defaultMaximumFileBytes = 1024 * 1024;

/** `1.4 MB`, `212 KB`, `14 bytes`. */
export function formatBytes(bytes: number): string {
  if (bytes >= 1024 * 1024) return `${(bytes / (1024 * 1024)).toFixed(1).replace(/\.0$/, '')} MB`;
  if (bytes >= 1024) return `${Math.round(bytes / 1024)} KB`;
  return `${bytes} bytes`;
}

/** Why a file is left out by its name or size; null where it is to be read. `sizeBytes` is null where it is not known. */
export function pathSkipReason(
  path: string,
  sizeBytes: number | null,
  maximumFileBytes: number = defaultMaximumFileBytes,
): Skip | null {
  const name = baseNameOf(path).toLowerCase();
  const secret = secretNameReason(path);
  if (secret) return { reason: 'secret', detail: secret };
  if (lockFileNames.has(name) || name.endsWith('.lock')) return { reason: 'lock-file', detail: 'pins dependencies' };
  const binary = binaryExtensions.get(extensionOf(name));
  if (binary) return { reason: 'binary', detail: `.${extensionOf(name)}: ${binary}` };
  if (extensionOf(name) === 'svg') return { reason: 'not-text', detail: '.svg: image' };
  if (name === '.ds_store') return { reason: 'binary', detail: 'folder settings of macOS' };
  if (/[.-]min\.(js|mjs|cjs|css)$/.test(name)) return { reason: 'minified', detail: 'named as minified' };
  const generated = generatedNames.find(([pattern]) => pattern.test(name));
  if (generated) return { reason: 'generated', detail: generated[1] };
  if (sizeBytes === 0) return { reason: 'empty', detail: '0 bytes' };
  if (sizeBytes !== null && sizeBytes > maximumFileBytes) {
    return { reason: 'too-large', detail: `${formatBytes(sizeBytes)}, the limit is ${formatBytes(maximumFileBytes)}` };
  }
  return null;
}

/** Folders that build tools write and people, too, choose as names; only what is inside tells. */
const outputFolders: ReadonlySet<string> = new Set(['dist', 'build', 'out', 'target', '_build', '_site', 'storybook-static']);

/**
 * Why a whole folder is left out; null where it is content. `childNames` are the names directly inside. Besides the names that
 * are unmistakable (`node_modules`), only marks that tools leave inside decide:
 * - `pyvenv.cfg`: a Python virtual environment, whatever it is called (its site-packages lies below it);
 * - `CACHEDIR.TAG`: a cache by its own word (Cargo's target folder, pytest's cache, …);
 * - `.dist-info` and `.egg-info` folders: metadata of installed packages;
 * - `vendor` with Go's `modules.txt` or Composer's `autoload.php`; `Pods` with `Manifest.lock`;
 * - an output folder (`dist`, `build`, …) that directly holds source maps, minified or hashed files, wheels, compiled classes, or
 *   an `index.html` beside an `assets` folder, as bundlers leave them.
 */
export function folderSkipReason(path: string, childNames: readonly string[]): Skip | null {
  const name = baseNameOf(path);
  const unmistakable = vendoredFolders.get(name);
  if (unmistakable) return { reason: 'vendored', detail: unmistakable };
  if (/\.(dist|egg)-info$/.test(name)) return { reason: 'vendored', detail: 'metadata of an installed package' };
  const has = (child: string): boolean => childNames.includes(child);
  if (has('pyvenv.cfg')) return { reason: 'vendored', detail: 'a Python virtual environment' };
  if (path !== '' && has('CACHEDIR.TAG')) return { reason: 'vendored', detail: 'a cache folder by its CACHEDIR.TAG' };
  if (name === 'vendor' && (has('modules.txt') || has('autoload.php')))
    return { reason: 'vendored', detail: 'vendored packages' };
  if (name === 'Pods' && has('Manifest.lock')) return { reason: 'vendored', detail: 'installed CocoaPods' };
  if (outputFolders.has(name)) {
    const mark = childNames.find((child) =>
      /\.(map|whl|class|tsbuildinfo)$|[.-]min\.(js|css|mjs)$|[.-][0-9a-f]{8,}\.(js|css|mjs)$/.test(child),
    );
    if (has('index.html') && has('assets')) return { reason: 'vendored', detail: 'build output: a bundled page with its assets' };
    if (mark) return { reason: 'vendored', detail: `build output: holds ${mark}` };
  }
  return null;
}
