/** Time as the protocol sees it, so that tests can hold it. */
export interface Clock {
  /** Milliseconds; only differences count. */
  now(): number;
  /** Does something once, later; what it returns calls it off. */
  after(milliseconds: number, action: () => void): () => void;
  /** From 0 to below 1, for jitter. */
  random(): number;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  after(milliseconds, action) {
    const timer = setTimeout(action, milliseconds);
    return () => clearTimeout(timer);
  },
  random: () => Math.random(),
};
