import { supervision } from './supervision.ts';

/** A signal that Ctrl-C or SIGTERM fires. The first asks for a stop where the index is consistent; a second Ctrl-C does not wait. */
export function interruptSignal(): AbortSignal {
  const controller = new AbortController();
  let interrupts = 0;
  process.on('SIGINT', () => {
    interrupts += 1;
    if (interrupts > 1) process.exit(130);
    controller.abort();
  });
  process.on('SIGTERM', () => controller.abort());
  // A terminal's Ctrl-C reaches this process and the one that watches over it, which passes it on: the two are counted apart.
  let passedOn = 0;
  supervision()?.onInterrupt(() => {
    passedOn += 1;
    if (passedOn > 1) process.exit(130);
    controller.abort();
  });
  // A reader that goes away (`… | head`) is no failure.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  return controller.signal;
}
