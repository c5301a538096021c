import { asHubError } from '../../contract/errors.ts';
import type { SourcePreview } from '../../contract/sources.ts';
import { contentTypes, skipReasons, type ContentType, type SkipReason } from '../../contract/vocabulary.ts';
import { throwIfCancelled } from '../../core/abort.ts';
import { splitDump } from '../../core/chunking/documents/split-dump.ts';
import { contentSkipReason } from '../../core/discovery/content-skip.ts';
import type { Logger } from '../../core/logger.ts';
import type { OpenedSource, SourceSnapshot, SourceSpecification } from '../../core/source.ts';
import { forEachBounded } from '../indexing/bounded.ts';
import { estimateSeconds, type IndexRates } from '../indexing/index-rates.ts';
import { followWork, StateCell } from '../state-cell.ts';
import { openSource } from './open-source.ts';
import type { SourceContext } from './source-context.ts';

/** Files that are read at once. */
const readsAtOnce = 4;
/** What has not been read after this is judged by its name alone. Unit: milliseconds. */
const readingLimitMs = 15_000;
/** Paths that are shown of each kind. */
const shownSamples = 5;

export interface PreviewOptions {
  dataDirectory: string;
  logger: Logger;
  /** The sources there are. */
  known: readonly SourceSpecification[];
  rates: IndexRates;
  signal: AbortSignal;
}

interface PreviewStep {
  step: string;
  preview: SourcePreview | null;
}

/** Looks at a source as an index run does, without writing: what would be indexed as what, and what would be left out and why. */
export async function* previewSource(
  specification: SourceSpecification,
  options: PreviewOptions,
): AsyncGenerator<PreviewStep, void> {
  const steps = new StateCell<PreviewStep>({ step: 'Opening', preview: null });
  const say = (step: string): void => steps.set({ step, preview: null });
  const preview = yield* followWork(steps, look(specification, options, say));
  yield { step: 'Done', preview };
}

async function look(
  specification: SourceSpecification,
  options: PreviewOptions,
  say: (step: string) => void,
): Promise<SourcePreview> {
  const { dataDirectory, logger, signal } = options;
  const progress: SourceContext['progress'] = ({ phase, done, total, unit }) =>
    say(phase === 'fetch' ? `Fetching: ${fetched(done, total, unit)}` : `Listing: ${done.toLocaleString('en')} files`);
  await using opened = await openSource(specification, { dataDirectory, logger, splitDump, progress });
  const snapshot = await opened.snapshot(signal);
  const account = await judgeFiles(opened, snapshot, signal, say);
  const taken = options.known.find(
    (other) => other.name.toLowerCase() === specification.name.toLowerCase() && other.location !== specification.location,
  );
  const bytes = [...account.roles.values()].reduce((sum, role) => sum + role.bytes, 0);
  return {
    specification,
    repo: snapshot.repo,
    commit: snapshot.revision,
    notice: [snapshot.notice, account.notice].filter((text) => text !== undefined).join(' ') || null,
    roles: contentTypes.flatMap((role) => {
      const group = account.roles.get(role);
      return group ? [{ role, ...group }] : [];
    }),
    skipped: skipReasons.flatMap((reason) => {
      const group = account.skipped.get(reason);
      return group ? [{ reason, ...group }] : [];
    }),
    failed: account.failed,
    estimatedSeconds: estimateSeconds(bytes, options.rates),
    nameTakenBy: taken?.location ?? null,
  };
}

interface Account {
  roles: Map<ContentType, { files: number; bytes: number; samples: string[] }>;
  skipped: Map<SkipReason, { files: number; samples: string[] }>;
  failed: number;
  notice?: string;
}

/** Reads each file that its name lets pass, since some are left out by what they hold. */
async function judgeFiles(
  opened: OpenedSource,
  snapshot: SourceSnapshot,
  signal: AbortSignal,
  say: (step: string) => void,
): Promise<Account> {
  const account: Account = { roles: new Map(), skipped: new Map(), failed: snapshot.failed.length };
  const skip = (reason: SkipReason, path: string): void => {
    const group = account.skipped.get(reason) ?? { files: 0, samples: [] };
    account.skipped.set(reason, group);
    group.files += 1;
    if (group.samples.length < shownSamples) group.samples.push(path);
  };
  for (const { path, reason } of snapshot.skipped) skip(reason, path);
  const deadline = performance.now() + readingLimitMs;
  let read = 0;
  let unread = 0;
  await forEachBounded(snapshot.files, readsAtOnce, async (file) => {
    throwIfCancelled(signal);
    let bytes = file.sizeBytes;
    if (performance.now() < deadline) {
      try {
        const content = await opened.read(file.path, signal);
        bytes = content.length;
        const refusal = contentSkipReason(content, file.path);
        if (refusal) return skip(refusal.reason, file.path);
      } catch (error) {
        if (asHubError(error).code === 'cancelled') throw error;
        account.failed += 1;
        return;
      }
      say(`Reading: ${(read += 1).toLocaleString('en')} of ${snapshot.files.length.toLocaleString('en')} files`);
    } else unread += 1;
    const group = account.roles.get(file.role) ?? { files: 0, bytes: 0, samples: [] };
    account.roles.set(file.role, group);
    group.files += 1;
    group.bytes += bytes;
    if (group.samples.length < shownSamples) group.samples.push(file.path);
  });
  if (unread > 0)
    account.notice = `${unread.toLocaleString('en')} files were judged by their names alone; some may be left out by what they hold.`;
  return account;
}

function fetched(done: number, total: number | null, unit: string): string {
  if (unit === 'percent') return `${done} %`;
  const share = total === null || total === 0 ? '' : ` of ${(total / 1e6).toFixed(1)}`;
  return `${(done / 1e6).toFixed(1)}${share} MB`;
}
