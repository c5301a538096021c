/** Set when everything was fetched, for who measures or waits for it. */
const fetchedLaterMark = 'context-hub: fetched later';

/** What the page's build says may be needed later: code and styles of the screens that are not shown at first. */
function laterFiles(): string[] {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="later"]');
  return meta === null || meta.content === '' ? [] : meta.content.split(' ');
}

/**
 * Has the browser keep those files, one after the other and only while it has nothing else to do, so that every screen opens at once, and opens
 * when the service is gone. Nothing of them is run. What cannot be fetched is asked for again by the screen that needs it.
 */
export async function fetchLater(): Promise<void> {
  for (const file of laterFiles()) {
    await untilIdle();
    try {
      const response = await fetch(file, { priority: 'low' });
      await response.arrayBuffer();
    } catch {
      return;
    }
  }
  performance.mark(fetchedLaterMark);
}

/** Browsers without idle callbacks are asked after a moment in which the page can be drawn. Unit: ms. */
const plainRestMs = 200;

function untilIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve());
    else setTimeout(resolve, plainRestMs);
  });
}
