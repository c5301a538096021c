/** A piece of a chunk's text that is never cut, with its size. */
export interface WindowUnit {
  text: string;
  tokens: number;
  /** Licence or import line. */
  boilerplate: boolean;
  /** White space alone. */
  blank: boolean;
  /** Begins within a word that was too long for one unit. */
  insideWord: boolean;
}

/** How many tokens fit into the window of this number. */
export type WindowLimit = (index: number) => number;

/** Half-open range of units. */
export interface WindowRange {
  from: number;
  to: number;
}

/**
 * Cuts units into as few windows as fit, of sizes as equal as the units allow: two halves instead of one full window and a
 * crumb. Prefers cuts that leave no window with boilerplate alone; where there are none, the caller mends it.
 */
export function balanceWindows(units: readonly WindowUnit[], limit: WindowLimit): WindowRange[] {
  const widest = fill(units, limit, Infinity);
  if (widest.length <= 1) return widest;
  const mixed = units.some(isText);
  const accepts = (windows: readonly WindowRange[]) =>
    windows.length === widest.length && !(mixed && windows.some((window) => isBoilerplateAlone(units, window)));
  const total = units.reduce((sum, unit) => sum + unit.tokens, 0);
  let low = Math.floor(total / widest.length);
  let high = 1 + Math.max(...widest.map((_, index) => limit(index)));
  let best = widest;
  while (low < high) {
    const cap = (low + high) >> 1;
    const windows = fill(units, limit, cap);
    if (accepts(windows)) {
      best = windows;
      high = cap;
    } else low = cap + 1;
  }
  return best;
}

/** True where a window has boilerplate and nothing else. */
export function isBoilerplateAlone(units: readonly WindowUnit[], { from, to }: WindowRange): boolean {
  let boilerplate = false;
  for (let index = from; index < to; index += 1) {
    if (isText(units[index]!)) return false;
    if (units[index]!.boilerplate) boilerplate = true;
  }
  return boilerplate;
}

/** Neither white space nor boilerplate. */
export function isText(unit: WindowUnit): boolean {
  return !unit.blank && !unit.boilerplate;
}

function fill(units: readonly WindowUnit[], limit: WindowLimit, cap: number): WindowRange[] {
  const windows: WindowRange[] = [];
  let from = 0;
  let used = 0;
  for (let index = 0; index < units.length; index += 1) {
    const { tokens } = units[index]!;
    if (used > 0 && tokens > 0 && used + tokens > Math.min(cap, limit(windows.length))) {
      windows.push({ from, to: index });
      from = index;
      used = 0;
    }
    used += tokens;
  }
  if (from < units.length) windows.push({ from, to: units.length });
  return windows;
}
