/** Runs `work` over the items with at most `limit` at once; the first error stops new work and is thrown after the running ones end. */
export async function forEachBounded<T>(items: Iterable<T>, limit: number, work: (item: T) => Promise<void>): Promise<void> {
  const iterator = items[Symbol.iterator]();
  let failure: { error: unknown } | null = null;
  const lane = async (): Promise<void> => {
    while (failure === null) {
      const next = iterator.next();
      if (next.done) return;
      try {
        await work(next.value);
      } catch (error) {
        failure ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: limit }, lane));
  if (failure !== null) throw (failure as { error: unknown }).error;
}
