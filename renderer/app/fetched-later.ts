import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

/** Code of a screen that could not be had from the service. */
export class UnfetchedError extends Error {
  override name = 'UnfetchedError';
}

/** A component whose code is fetched when it is first shown; rendering throws `UnfetchedError` from then on where that fails. */
export function fetchedLater(load: () => Promise<{ default: ComponentType }>): LazyExoticComponent<ComponentType> {
  return lazy(() => loaded(load));
}

/** As the loading, with a failure that can be told from a fault of the code itself. */
export async function loaded<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load();
  } catch (error) {
    throw new UnfetchedError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
