/** Where a key leads in a list, or null when it is no key for moving. `perPage` is how many rows are in view. */
export function nextIndex(key: string, current: number | null, count: number, perPage: number): number | null {
  if (count === 0) return null;
  const last = count - 1;
  const step = Math.max(1, perPage - 1);
  switch (key) {
    case 'ArrowDown':
      return current === null ? 0 : Math.min(last, current + 1);
    case 'ArrowUp':
      return current === null ? last : Math.max(0, current - 1);
    case 'PageDown':
      return Math.min(last, (current ?? 0) + step);
    case 'PageUp':
      return Math.max(0, (current ?? 0) - step);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return null;
  }
}
