import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { HubError } from './contract/errors.ts';
import { logLevels } from './core/logger.ts';
import { withOverrides } from './core/ranking/weights.ts';
import { defaultDataDirectory } from './services/runtime/data-directory.ts';

/** Every setting, its default and its meaning. Order of sources: flags > environment > config.json in the data directory > default. */
export const configSchema = z.strictObject({
  dataDirectory: z.string().min(1).describe('Where the index lives.'),
  logLevel: z.enum(logLevels).default('warn').describe('What is written to stderr.'),
  model: z.string().optional().describe('Folder that holds the embedding model, instead of looking for it.'),
  modelDownload: z.boolean().default(true).describe('Whether a missing model may be fetched.'),
  vectorBackend: z.enum(['auto', 'chroma', 'embedded']).default('auto').describe('Which vector store answers.'),
  chromaUrl: z.string().optional().describe('A Chroma server to use instead of starting one.'),
  chromaBinary: z.string().optional().describe('The chroma program to start.'),
  workers: z.coerce
    .number()
    .int()
    .min(1)
    .max(64)
    .optional()
    .describe('Threads for chunking and embedding; default: one per core.'),
  mcpHttp: z
    .boolean()
    .default(false)
    .describe('Whether agents may connect over HTTP on this machine too, besides the local socket.'),
  weights: z
    .record(z.string().max(100), z.number())
    .optional()
    .describe('Ranking weights that replace the defaults, by dotted name.'),
});

export type Config = z.infer<typeof configSchema>;
type ConfigInput = z.input<typeof configSchema>;

/** What can be set by a flag or the environment. */
export type SettingName = Exclude<keyof ConfigInput, 'weights'>;
type Given = Partial<Record<SettingName, unknown>>;

/** Environment variable of each setting. */
export const environmentNames: Record<SettingName, string> = {
  dataDirectory: 'CONTEXT_HUB_DATA_DIR',
  logLevel: 'CONTEXT_HUB_LOG',
  model: 'CONTEXT_HUB_MODEL',
  modelDownload: 'CONTEXT_HUB_MODEL_DOWNLOAD',
  vectorBackend: 'CONTEXT_HUB_VECTORS',
  chromaUrl: 'CONTEXT_HUB_CHROMA_URL',
  chromaBinary: 'CONTEXT_HUB_CHROMA',
  workers: 'CONTEXT_HUB_WORKERS',
  mcpHttp: 'CONTEXT_HUB_MCP_HTTP',
};

function fromEnvironment(environment: NodeJS.ProcessEnv): Given {
  const found: Given = {};
  for (const [key, name] of Object.entries(environmentNames) as [SettingName, string][]) {
    const value = environment[name];
    if (value === undefined || value === '') continue;
    found[key] = key === 'modelDownload' || key === 'mcpHttp' ? value !== '0' && value !== 'false' : value;
  }
  return found;
}

/** The settings file of a data directory. */
export function settingsPath(dataDirectory: string): string {
  return join(dataDirectory, 'config.json');
}

/** What a settings file holds, unchecked; nothing where there is none. */
export function readSettingsFile(path: string): Record<string, unknown> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return {};
  }
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
    throw new Error('it holds no object');
  } catch (error) {
    throw new HubError(
      'usage',
      `The settings file ${path} cannot be read: ${(error as Error).message}. Mend or remove it.`,
      { path },
      error,
    );
  }
}

/** Where the settings of a program came from, besides its file. */
interface Outer {
  flags: Given;
  environment: Given;
}

/** By the settings that were made of them, so that a screen can say where each came from and they can be read anew. */
const outerOf = new WeakMap<Config, Outer>();

/** Joins all sources of settings and checks them; a wrong one is a usage error that names it and where it came from. */
export function loadConfig(
  flags: { [Key in SettingName]?: ConfigInput[Key] | undefined },
  environment: NodeJS.ProcessEnv = process.env,
): Config {
  const given = Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined));
  return compose({ flags: given, environment: fromEnvironment(environment) });
}

function compose(outerSources: Outer, fileOf: (dataDirectory: string) => Record<string, unknown> = fileIn): Config {
  const { flags, environment } = outerSources;
  const outer: Given = { ...environment, ...flags };
  const dataDirectory = typeof outer.dataDirectory === 'string' ? outer.dataDirectory : defaultDataDirectory();
  const parsed = configSchema.safeParse({ ...fileOf(dataDirectory), ...outer, dataDirectory });
  if (parsed.success) {
    withOverrides(parsed.data.weights ?? {});
    outerOf.set(parsed.data, outerSources);
    return parsed.data;
  }
  const issue = parsed.error.issues[0]!;
  const key = issue.path.join('.') || (issue.code === 'unrecognized_keys' ? issue.keys.join(', ') : 'settings');
  const origin =
    key in flags ? 'flag' : key in outer ? `environment variable ${environmentNames[key as SettingName]}` : 'settings file';
  throw new HubError('usage', `Setting ${key} (${origin}): ${issue.message}`, { key, origin });
}

function fileIn(dataDirectory: string): Record<string, unknown> {
  return readSettingsFile(settingsPath(dataDirectory));
}

/** The same flags and environment with what the settings file would hold; throws `usage` where that is no valid setting. */
export function configWithFile(config: Config, file: Record<string, unknown>): Config {
  return compose(outerSourcesOf(config), () => file);
}

/** Settings that were not made by `loadConfig` count as given by flags. */
function outerSourcesOf(config: Config): Outer {
  const known = outerOf.get(config);
  if (known) return known;
  const { weights: _, ...flags } = config;
  return { flags, environment: {} };
}

/** Where the value of a setting comes from. */
export function originOf(config: Config, name: SettingName): 'flag' | 'environment' | 'file' | 'default' {
  const { flags, environment } = outerSourcesOf(config);
  if (name in flags) return 'flag';
  if (name in environment) return 'environment';
  return name !== 'dataDirectory' && name in fileIn(config.dataDirectory) ? 'file' : 'default';
}
