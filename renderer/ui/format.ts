const locale = 'en';
const wholeNumber = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
const shortNumber = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });
const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
const score = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });

const byteUnits = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

const minuteSeconds = 60;
const hourSeconds = 60 * minuteSeconds;
const daySeconds = 24 * hourSeconds;

const relativeSteps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * daySeconds],
  ['month', 30 * daySeconds],
  ['week', 7 * daySeconds],
  ['day', daySeconds],
  ['hour', hourSeconds],
  ['minute', minuteSeconds],
];

/** `27,767`. */
export function formatNumber(value: number): string {
  return wholeNumber.format(value);
}

/** `28K`, where there is little room. */
export function formatShortNumber(value: number): string {
  return shortNumber.format(value);
}

/** A share from 0 to 1 as `42%`. Below the whole it never says 100%. */
export function formatPercent(share: number): string {
  return percent.format(share < 1 ? Math.min(share, 0.99) : share);
}

/** A score from 0 to 1 as `0.87`. */
export function formatScore(value: number): string {
  return score.format(value);
}

/** Decimal units, as file managers show them: `1.4 MB`. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < byteUnits.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const digits = unit === 0 || value >= 9.95 ? 0 : 1;
  return `${value.toFixed(digits)} ${byteUnits[unit]}`;
}

/** `less than a second`, `12 s`, `3 min`, `1 h 20 min`. */
export function formatDuration(seconds: number): string {
  if (seconds < 1) return 'less than a second';
  if (seconds < 59.5) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / minuteSeconds);
  if (minutes < 60) return `${minutes} min`;
  const rest = minutes % 60;
  return rest === 0 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 60)} h ${rest} min`;
}

/** `3 hours ago`, `yesterday`, `just now`; nothing for what is no time. */
export function formatRelativeTime(iso: string, now: number = Date.now()): string {
  const seconds = (Date.parse(iso) - now) / 1000;
  if (Number.isNaN(seconds)) return '';
  if (Math.abs(seconds) < 45) return 'just now';
  for (const [unit, length] of relativeSteps)
    if (Math.abs(seconds) >= length * 0.95) return relative.format(Math.round(seconds / length), unit);
  return relative.format(Math.sign(seconds), 'minute');
}

/** The exact time, for a tooltip. */
export function formatDateTime(iso: string): string {
  const time = Date.parse(iso);
  return Number.isNaN(time) ? '' : moment.format(time);
}

/** `1 file`, `1,204 files`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}
