/** Where the app is between its start and its end; what may be called when depends on it. */
export const lifecycle = {
  ready: false,
  quitting: false,
};

/** Throws, as Electron does, for what exists only after `ready`. */
export function requireReady(what: string): void {
  if (!lifecycle.ready) throw new Error(`${what} cannot be used before app is ready`);
}

/** Throws, as Electron does, for what has to be said before `ready`. */
export function requireNotReady(what: string): void {
  if (lifecycle.ready) throw new Error(`${what} should be called before app is ready`);
}
