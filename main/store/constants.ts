/** A statement slower than this is logged as a warning. Unit: milliseconds. */
export const slowQueryMs = 100;
/** How long a connection waits for the writer before it gives up. Unit: milliseconds. */
export const busyTimeoutMs = 5_000;
/** Page cache per connection. Unit: KiB (SQLite's negative cache_size). */
export const cacheKibibytes = 16_384;
