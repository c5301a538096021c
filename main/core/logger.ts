export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Structured log; `fields` are printed as JSON after the message. Never used for a command's own output. */
export interface Logger {
  debug(message: string, fields?: Record<string, unknown>): void;
  info(message: string, fields?: Record<string, unknown>): void;
  warn(message: string, fields?: Record<string, unknown>): void;
  error(message: string, fields?: Record<string, unknown>): void;
}

/** For tests and callers that want quiet. */
export const silentLogger: Logger = { debug() {}, info() {}, warn() {}, error() {} };
