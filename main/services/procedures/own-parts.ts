import type { HubState } from '../../contract/hub-contract.ts';
import type { SourceOverview } from '../answering/source-overview.ts';
import type { Indexer } from '../indexing/indexer.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import type { Settings } from '../settings/settings.ts';
import type { StateCell } from '../state-cell.ts';
import type { ServiceParts } from './service-parts.ts';

/** What the handlers of state, sources and settings need beside the parts of all. */
export interface OwnParts extends ServiceParts {
  state: StateCell<HubState>;
  /** What the user should know about this start. */
  notices: readonly string[];
  overview: SourceOverview;
  indexer: Indexer;
  jobs: JobQueue;
  settings: Settings;
}
