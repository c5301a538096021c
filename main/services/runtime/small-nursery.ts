import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Large enough that searches are no slower for it. Unit: bytes. */
const enoughBytes = 8 * 1024 * 1024;
const lookEveryMs = 200;

let watching = false;

/**
 * Keeps V8's space for young objects of this thread from growing beyond what searches need: each makes some megabytes of short-lived
 * objects, and V8 answers that by growing this space to its limit and the old one with it (docs/benchmarks.md). V8 reads
 * the factor whenever it would grow the space, so that it may be set while the program runs, unlike the limit itself.
 */
export function keepNurserySmall(): void {
  if (watching) return;
  watching = true;
  const timer = setInterval(() => {
    const young = getHeapSpaceStatistics().find((space) => space.space_name === 'new_space');
    if ((young?.space_size ?? 0) < enoughBytes) return;
    setFlagsFromString('--semi-space-growth-factor=1');
    clearInterval(timer);
  }, lookEveryMs);
  timer.unref();
}
