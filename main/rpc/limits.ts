/** One message over a socket, encoded. A point cloud of a million chunks is 12 MB. */
export const maximumMessageBytes = 64 * 1024 * 1024;

/** One request, by its approximate size, over any transport. Text that people or agents hand in is far below. */
export const maximumRequestBytes = 16 * 1024 * 1024;

/** Requests of one client that are under way at once; more than any window has need of. */
export const maximumRequestsAtOnce = 500;

/** Values of an `every` stream that the client takes before it has used any of them. Unit: values. */
export const streamWindow = 32;

/** Between two values of a `latest` stream: at most ten per second. */
export const latestIntervalMs = 100;

/** With more than this waiting to leave, streams hold back. */
export const highWaterBytes = 1024 * 1024;

/** How often a stream that holds back looks whether it may go on. */
export const drainPollMs = 20;

/** How long an iterator may produce values without a pause before the event loop gets its turn, so that cancels are heard. */
export const breathIntervalMs = 20;

/** The other side has to say hello within. */
export const helloTimeoutMs = 10_000;

/** Silence after which a socket's client asks whether the other side is there, and waits as long again for an answer. */
export const heartbeatIntervalMs = 15_000;
