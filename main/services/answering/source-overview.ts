import { setImmediate as breathe } from 'node:timers/promises';
import type { SourceDescription } from '../../contract/sources.ts';
import { countSources, type CorpusFigures } from '../../store/source-figures.ts';
import { describeSources } from '../health/status.ts';
import type { Hub } from '../hub.ts';
import type { AnsweringHub } from '../procedures/service-parts.ts';

/** While a job writes, figures may be as old as a count takes, which goes over all chunks, and as this. Unit: milliseconds. */
const oldestWhileWritingMs = 1_000;

interface Counted {
  hub: Hub;
  dataVersion: number;
  startedAt: number;
  /** What whoever does not wait gets; what is being counted. */
  figures: Promise<CorpusFigures>;
  counting: Promise<CorpusFigures>;
  done: boolean;
}

/** The figures of all sources, counted once per change, in steps that let queries in between them. */
export class SourceOverview {
  readonly #answering: AnsweringHub;
  readonly #isWriting: () => boolean;
  #counted: Counted | null = null;

  constructor(answering: AnsweringHub, isWriting: () => boolean) {
    this.#answering = answering;
    this.#isWriting = isWriting;
  }

  describe(): Promise<SourceDescription[]> {
    return this.#answering.use(async (hub) => describeSources(hub.reader, await this.#figures(hub)));
  }

  figures(): Promise<CorpusFigures> {
    return this.#answering.use((hub) => this.#figures(hub));
  }

  #figures(hub: Hub): Promise<CorpusFigures> {
    const known = this.#counted;
    const dataVersion = hub.reader.dataVersion();
    if (known?.hub === hub) {
      if (known.dataVersion === dataVersion) return this.#isWriting() ? known.figures : known.counting;
      if (this.#isWriting()) {
        // Many who ask at once would wait for counts that take longer the more ask: they get the last one, and the next is made meanwhile.
        if (known.done && performance.now() - known.startedAt >= oldestWhileWritingMs)
          void this.#count(hub, dataVersion, known.figures);
        return known.figures;
      }
    }
    return this.#count(hub, dataVersion, null);
  }

  /** Counts anew; where there are figures of before, those are given until it is done. */
  #count(hub: Hub, dataVersion: number, before: Promise<CorpusFigures> | null): Promise<CorpusFigures> {
    const counting = countInSteps(hub);
    const counted: Counted = {
      hub,
      dataVersion,
      startedAt: performance.now(),
      figures: before ?? counting,
      counting,
      done: false,
    };
    this.#counted = counted;
    counting.then(
      () => {
        counted.figures = counting;
        counted.done = true;
      },
      () => {
        if (this.#counted === counted) this.#counted = null;
      },
    );
    return counting;
  }
}

async function countInSteps(hub: Hub): Promise<CorpusFigures> {
  const counting = countSources(hub.connection, await hub.modelSpace());
  for (;;) {
    const step = counting.next();
    if (step.done === true) return step.value;
    await breathe();
  }
}
