import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { HubError } from './contract/errors.ts';
import { logLevels } from './core/logger.ts';
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
});

export type Config = z.infer<typeof configSchema>;
type ConfigInput = z.input<typeof configSchema>;

/** Environment variable of each setting. */
const environmentNames: Record<keyof ConfigInput, string> = {
  dataDirectory: 'CONTEXT_HUB_DATA_DIR',
  logLevel: 'CONTEXT_HUB_LOG',
  model: 'CONTEXT_HUB_MODEL',
  modelDownload: 'CONTEXT_HUB_MODEL_DOWNLOAD',
  vectorBackend: 'CONTEXT_HUB_VECTORS',
  chromaUrl: 'CONTEXT_HUB_CHROMA_URL',
  chromaBinary: 'CONTEXT_HUB_CHROMA',
  workers: 'CONTEXT_HUB_WORKERS',
};

function fromEnvironment(environment: NodeJS.ProcessEnv): Partial<Record<keyof ConfigInput, unknown>> {
  const found: Partial<Record<keyof ConfigInput, unknown>> = {};
  for (const [key, name] of Object.entries(environmentNames) as [keyof ConfigInput, string][]) {
    const value = environment[name];
    if (value === undefined || value === '') continue;
    found[key] = key === 'modelDownload' ? value !== '0' && value !== 'false' : value;
  }
  return found;
}

function fromFile(path: string): Record<string, unknown> {
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

/** Joins all sources of settings and checks them; a wrong one is a usage error that names it and where it came from. */
export function loadConfig(
  flags: { [Key in keyof ConfigInput]?: ConfigInput[Key] | undefined },
  environment: NodeJS.ProcessEnv = process.env,
): Config {
  const given = Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined));
  const outer = { ...fromEnvironment(environment), ...given };
  const dataDirectory = typeof outer.dataDirectory === 'string' ? outer.dataDirectory : defaultDataDirectory();
  const file = fromFile(join(dataDirectory, 'config.json'));
  const parsed = configSchema.safeParse({ ...file, ...outer, dataDirectory });
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0]!;
  const key = issue.path.join('.') || (issue.code === 'unrecognized_keys' ? issue.keys.join(', ') : 'settings');
  const origin =
    key in given ? 'flag' : key in outer ? `environment variable ${environmentNames[key as keyof ConfigInput]}` : 'settings file';
  throw new HubError('usage', `Setting ${key} (${origin}): ${issue.message}`, { key, origin });
}
