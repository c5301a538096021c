import { giveWay } from '../runtime/background-thread.ts';
import { loadTokenCounter } from './token-counter.ts';
import { prepareFile, type PrepareResult, type PrepareTask } from './prepare-file.ts';

giveWay();

/** Entry of a chunking thread (see `chunk-pool.ts`). */
export async function prepare(task: PrepareTask): Promise<PrepareResult> {
  return prepareFile(task, loadTokenCounter());
}
