/**
 * Work that tells its progress by calls, as values to loop over and a result. Only the newest value is kept for a slow reader. Leaving the
 * loop before the work has ended stops it.
 */
export function watchAnalysis<Progress, Result>(
  signal: AbortSignal,
  start: (signal: AbortSignal, onProgress: (progress: Progress) => void) => Promise<Result>,
): { values: AsyncIterable<Progress>; result: Promise<Result> } {
  const abort = new AbortController();
  const all = AbortSignal.any([signal, abort.signal]);
  let latest: Progress | null = null;
  let ended = false;
  let wake: () => void = () => {};
  const result = start(all, (progress) => {
    latest = progress;
    wake();
  });
  const end = (): void => {
    ended = true;
    wake();
  };
  result.then(end, end);
  async function* follow(): AsyncGenerator<Progress> {
    try {
      for (;;) {
        if (latest !== null) {
          const value = latest;
          latest = null;
          yield value;
        } else if (ended) return;
        else await new Promise<void>((resolve) => (wake = resolve));
      }
    } finally {
      if (!ended) abort.abort();
    }
  }
  return { values: follow(), result };
}
