import { loadTokenCounter } from './token-counter.ts';
import { prepareFile, type PrepareResult, type PrepareTask } from './prepare-file.ts';

/** Entry of a chunking thread (see `chunk-pool.ts`). */
export async function prepare(task: PrepareTask): Promise<PrepareResult> {
  return prepareFile(task, loadTokenCounter());
}
