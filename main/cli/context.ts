import { loadConfig, type Config } from '../config.ts';
import { HubError } from '../contract/errors.ts';
import type { Logger } from '../core/logger.ts';
import type { Hub } from '../services/hub.ts';
import { createLogger } from '../services/runtime/stderr-logger.ts';

export const exitCodes = { done: 0, failed: 1, usage: 2, partial: 3 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Flags that every command takes. */
export interface GlobalFlags {
  dataDir?: string;
  log?: string;
  json?: boolean;
  model?: string;
  vectors?: string;
  chromaUrl?: string;
  workers?: string;
}

/** What a command gets: settings, a logger on stderr, output on stdout, and a signal that Ctrl-C fires. */
export interface CommandContext {
  config: Config;
  logger: Logger;
  json: boolean;
  signal: AbortSignal;
  print: (text: string) => void;
  /** Prints a value as JSON on stdout, whole, as the only output. */
  printJson: (value: unknown) => void;
}

export function createContext(flags: GlobalFlags, signal: AbortSignal): CommandContext {
  const config = loadConfig({
    dataDirectory: flags.dataDir,
    logLevel: flags.log as Config['logLevel'] | undefined,
    model: flags.model,
    vectorBackend: flags.vectors as Config['vectorBackend'] | undefined,
    chromaUrl: flags.chromaUrl,
    workers: flags.workers,
  });
  return {
    config,
    logger: createLogger(config.logLevel),
    json: flags.json ?? false,
    signal,
    print: (text) => process.stdout.write(`${text}\n`),
    printJson: (value) => process.stdout.write(`${JSON.stringify(value, null, 2)}\n`),
  };
}

/** Opens the hub for the time of `work`; it is closed whatever happens. */
export async function withHub<T>(context: CommandContext, access: 'read' | 'write', work: (hub: Hub) => Promise<T>): Promise<T> {
  // Not needed by every command, and most of what there is to load.
  const { Hub } = await import('../services/hub.ts');
  await using hub = Hub.open({ config: context.config, logger: context.logger, access });
  return await work(hub);
}

/** A whole number from a flag; throws `usage` with the flag's name. */
export function wholeNumber(text: string, flag: string, least = 1): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < least)
    throw new HubError('usage', `${flag} must be a whole number from ${least}, not “${text}”.`);
  return value;
}
