import type { LogLevel, Logger } from '../../core/logger.ts';
import { logLevels } from '../../core/logger.ts';

/** Writes one line per message to stderr (or a given sink); stdout belongs to commands' output and to MCP. */
export function createLogger(level: LogLevel, write: (line: string) => void = (line) => process.stderr.write(line)): Logger {
  const threshold = logLevels.indexOf(level);
  const at =
    (own: LogLevel) =>
    (message: string, fields?: Record<string, unknown>): void => {
      if (logLevels.indexOf(own) < threshold) return;
      const tail = fields && Object.keys(fields).length > 0 ? ` ${JSON.stringify(fields)}` : '';
      write(`${own}: ${message}${tail}\n`);
    };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}
