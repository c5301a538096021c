import { randomUUID } from 'node:crypto';
import { asHubError, HubError } from '../../contract/errors.ts';
import type { Job } from '../../contract/sources.ts';
import type { IndexProgress } from '../../core/index-events.ts';
import { progressOutcome, withProgress, type JobOutcome } from './job-progress.ts';

/** Jobs that have ended and are kept for the screen. */
const keptJobs = 20;

export interface JobWork {
  kind: Job['kind'];
  /** Names, as the store has them. */
  sources: string[];
  /** Prepare every file again. */
  force: boolean;
}

export interface JobContext {
  signal: AbortSignal;
  onProgress: (progress: readonly IndexProgress[]) => void;
}

export interface JobQueueOptions {
  run: (work: JobWork, context: JobContext) => Promise<JobOutcome>;
  /** Called whenever anything about any job changed. */
  onChange: () => void;
  /** Called when a job has ended, however it did. */
  onEnd?: (job: Job) => void;
  /** ISO 8601, UTC. */
  now?: () => string;
}

interface Entry {
  job: Job;
  work: JobWork;
  controller: AbortController;
  /** It gives way to a removal and goes on behind it. */
  suspended: boolean;
  ended: PromiseWithResolvers<Job>;
}

/**
 * Work on the index, one after the other. A look at a source that waits for one already is not queued twice. A removal goes
 * first: what runs gives way and goes on afterwards, without the source that is gone; what it has written is kept.
 */
export class JobQueue implements AsyncDisposable {
  readonly #options: JobQueueOptions;
  readonly #queued: Entry[] = [];
  readonly #ended: Entry[] = [];
  #running: Entry | null = null;
  #loop: Promise<void> = Promise.resolve();
  #draining = false;
  #closed = false;

  constructor(options: JobQueueOptions) {
    this.#options = options;
  }

  /** Newest first. */
  list(): Job[] {
    return [...this.#ended, ...(this.#running ? [this.#running] : []), ...this.#queued].map((entry) => entry.job).toReversed();
  }

  get busy(): boolean {
    return this.#running !== null || this.#queued.length > 0;
  }

  /** Queues work and returns the id of its job, or of the one that does it already. */
  add(work: JobWork): string {
    const covering = (name: string): Entry | undefined =>
      this.#queued.find(
        (entry) => entry.work.kind !== 'remove' && entry.work.sources.includes(name) && (entry.work.force || !work.force),
      );
    const left = work.sources.filter((name) => covering(name) === undefined);
    const merged = left.length === 0 ? covering(work.sources[0] ?? '') : undefined;
    if (merged) return merged.job.id;
    return this.#enqueue({ ...work, sources: left }, false).job.id;
  }

  /** Queues the removal of a source before everything else; resolves when it is done. */
  async remove(source: string): Promise<void> {
    for (const entry of this.#queued.filter((queued) => queued.work.sources.includes(source))) {
      this.#without(entry, source);
      if (entry.work.sources.length === 0) this.#end(entry, { state: 'cancelled' });
    }
    const entry = this.#enqueue({ kind: 'remove', sources: [source], force: false }, true);
    const running = this.#running;
    if (running && running !== entry && running.work.kind !== 'remove') {
      this.#without(running, source);
      running.suspended = running.work.sources.length > 0;
      running.controller.abort();
    }
    const job = await entry.ended.promise;
    if (job.state === 'done') return;
    throw job.error
      ? new HubError(job.error.code as HubError['code'], job.error.message)
      : new HubError('cancelled', `The removal of ${source} was cancelled.`);
  }

  /** A queued job ends at once, a running one as soon as its work lets go. False where there is nothing to cancel. */
  cancel(id: string): boolean {
    const queued = this.#queued.find((entry) => entry.job.id === id);
    if (queued) {
      this.#end(queued, { state: 'cancelled' });
      return true;
    }
    if (this.#running?.job.id !== id) return false;
    this.#running.suspended = false;
    this.#running.controller.abort();
    return true;
  }

  /** The job's last state, once it has ended; undefined where it is not known. */
  ended(id: string): Promise<Job> | undefined {
    return [...this.#ended, ...(this.#running ? [this.#running] : []), ...this.#queued].find((entry) => entry.job.id === id)
      ?.ended.promise;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    for (const entry of this.#queued.slice()) this.#end(entry, { state: 'cancelled' });
    if (this.#running) {
      this.#running.suspended = false;
      this.#running.controller.abort();
    }
    await this.#loop;
  }

  #enqueue(work: JobWork, first: boolean): Entry {
    if (this.#closed) throw new HubError('cancelled', 'The service is being stopped.');
    const job: Job = {
      id: randomUUID(),
      kind: work.kind,
      sources: work.sources,
      state: 'queued',
      queuedAt: this.#now(),
      startedAt: null,
      endedAt: null,
      progress: [],
      reports: [],
      embedded: 0,
      pending: 0,
      error: null,
    };
    const entry: Entry = { job, work, controller: new AbortController(), suspended: false, ended: Promise.withResolvers() };
    if (first) this.#queued.unshift(entry);
    else this.#queued.push(entry);
    this.#options.onChange();
    if (!this.#draining) this.#loop = this.#drain();
    return entry;
  }

  async #drain(): Promise<void> {
    this.#draining = true;
    for (let entry = this.#queued.shift(); entry; entry = this.#queued.shift()) {
      this.#running = entry;
      await this.#run(entry);
      this.#running = null;
      // A removal stands first; what gave way to it comes next.
      if (entry.suspended) this.#queued.splice(this.#queued.findLastIndex((other) => other.work.kind === 'remove') + 1, 0, entry);
      entry.suspended = false;
    }
    this.#draining = false;
    this.#options.onChange();
  }

  async #run(entry: Entry): Promise<void> {
    entry.controller = new AbortController();
    const { signal } = entry.controller;
    this.#update(entry, { state: 'running', startedAt: entry.job.startedAt ?? this.#now() });
    try {
      const outcome = await this.#options.run(entry.work, {
        signal,
        onProgress: (progress) => this.#update(entry, { progress: withProgress(entry.job.progress, progress) }),
      });
      entry.suspended = false;
      this.#end(entry, progressOutcome(outcome));
    } catch (thrown) {
      const error = asHubError(thrown);
      if (error.code === 'cancelled' && signal.aborted) {
        if (entry.suspended) this.#update(entry, { state: 'queued' });
        else this.#end(entry, { state: 'cancelled' });
        return;
      }
      entry.suspended = false;
      this.#end(entry, { state: 'failed', error: { code: error.code, message: error.message } });
    }
  }

  #without(entry: Entry, source: string): void {
    entry.work = { ...entry.work, sources: entry.work.sources.filter((name) => name !== source) };
    if (entry.work.sources.length > 0) this.#update(entry, { sources: entry.work.sources });
  }

  #update(entry: Entry, change: Partial<Job>): void {
    entry.job = { ...entry.job, ...change };
    this.#options.onChange();
  }

  #end(entry: Entry, change: Partial<Job>): void {
    const at = this.#queued.indexOf(entry);
    if (at >= 0) this.#queued.splice(at, 1);
    this.#ended.push(entry);
    if (this.#ended.length > keptJobs) this.#ended.shift();
    if (this.#running === entry) this.#running = null;
    this.#update(entry, { ...change, endedAt: this.#now() });
    entry.ended.resolve(entry.job);
    this.#options.onEnd?.(entry.job);
  }

  #now(): string {
    return (this.#options.now ?? (() => new Date().toISOString()))();
  }
}
