/** Calls at once, then at most once per interval, and once more at the end when there was a call in between. */
export function throttle(intervalMs: number, action: () => void): { call: () => void; cancel: () => void } {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let again = false;
  const run = (): void => {
    action();
    timer = setTimeout(() => {
      timer = null;
      if (again) {
        again = false;
        run();
      }
    }, intervalMs);
  };
  return {
    call() {
      if (timer === null) run();
      else again = true;
    },
    cancel() {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      again = false;
    },
  };
}
