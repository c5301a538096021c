import { fileURLToPath } from 'node:url';

/**
 * Path of a worker's entry beside the module that starts it. The same code runs from sources (`.ts`, types stripped by Node)
 * and bundled (`.js`), where all entries lie in one folder.
 */
export function workerFile(name: string, moduleUrl: string): string {
  const bundled = !moduleUrl.endsWith('.ts');
  return fileURLToPath(new URL(bundled ? `./${name}.js` : `./${name}.ts`, moduleUrl));
}
