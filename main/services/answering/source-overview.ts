import { setImmediate as breathe } from 'node:timers/promises';
import type { SourceDescription } from '../../contract/sources.ts';
import { countSources, type CorpusFigures } from '../../store/source-figures.ts';
import { describeSources } from '../health/status.ts';
import type { Hub } from '../hub.ts';
import type { AnsweringHub } from '../procedures/service-parts.ts';

/** While a job writes, figures may be this old: each count goes over all chunks. Unit: milliseconds. */
const oldestWhileWritingMs = 1_000;

interface Counted {
  hub: Hub;
  dataVersion: number;
  startedAt: number;
  figures: Promise<CorpusFigures>;
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
      if (known.dataVersion === dataVersion) return known.figures;
      if (this.#isWriting() && performance.now() - known.startedAt < oldestWhileWritingMs) return known.figures;
    }
    const counted = { hub, dataVersion, startedAt: performance.now(), figures: countInSteps(hub) };
    this.#counted = counted;
    counted.figures.catch(() => {
      if (this.#counted === counted) this.#counted = null;
    });
    return counted.figures;
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
