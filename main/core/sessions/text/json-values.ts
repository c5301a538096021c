/** A parsed JSON object; nothing is known of its fields. */
export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value where it is an object, else an empty one: to look for fields that may be missing. */
export function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The objects of a list; everything else in it is passed over. */
export function objectsOf(value: unknown): JsonObject[] {
  return listOf(value).filter(isObject);
}

export function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** A text that is not empty. */
export function nameOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Finite, or null: `1e400` parses to Infinity, and no sum survives that. */
export function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** A count: not negative, not beyond what can be added up exactly. */
export function countOf(value: unknown): number {
  const number = numberOf(value) ?? 0;
  return number < 0 ? 0 : Math.min(number, 1e12);
}

/** Years 1970 to 2200; what lies outside is no time. Unit: milliseconds. */
const latestTime = 7.3e12;
/** Below this a number of a time is seconds. */
const leastMilliseconds = 1e11;

/** Milliseconds since 1970 of an ISO text or a number of seconds or milliseconds; null where it is no time. */
export function timeOf(value: unknown): number | null {
  const time = typeof value === 'string' ? Date.parse(value) : numberOf(value);
  if (time === null || Number.isNaN(time) || time <= 0 || time > latestTime) return null;
  return typeof value === 'number' && time < leastMilliseconds ? time * 1000 : time;
}

/** What a JSON text holds where it is an object; null for everything else. */
export function parsedObject(text: unknown): JsonObject | null {
  if (isObject(text)) return text;
  if (typeof text !== 'string') return null;
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
