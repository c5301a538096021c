import { fileURLToPath } from 'node:url';

/** The program's own read-only files; beside `main/` in the sources, beside `out/` when bundled. */
export const resourcesDirectory = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../../../resources' : '../../resources', import.meta.url),
);
