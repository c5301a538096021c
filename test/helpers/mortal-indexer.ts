import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { workerData } from 'node:worker_threads';

// The real thread, which dies at the latest a moment after a file “die” has appeared in its data directory: as by a bug, in the middle of
// whatever it does. The file is the test's to remove.
const { config } = workerData as { config: { dataDirectory: string } };
setInterval(() => {
  if (existsSync(join(config.dataDirectory, 'die'))) process.exit(1);
}, 5);
await import('../../main/services/indexing/indexer-worker.ts');
