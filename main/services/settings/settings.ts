import { mkdirSync, openSync, closeSync, fsyncSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import {
  configSchema,
  configWithFile,
  environmentNames,
  originOf,
  readSettingsFile,
  settingsPath,
  type Config,
  type SettingName,
} from '../../config.ts';
import { HubError } from '../../contract/errors.ts';
import type { Setting, Weight } from '../../contract/settings.ts';
import { logLevels } from '../../core/logger.ts';
import { defaultWeights, tunableWeights, weightOf, withOverrides } from '../../core/ranking/weights.ts';
import { defaultDataDirectory } from '../runtime/data-directory.ts';

interface Described {
  kind: Setting['kind'];
  choices?: readonly string[];
  flag: string;
  /** False where the running service takes a new value over by itself: it opens index, model and vectors anew. */
  needsRestart: boolean;
}

const described: Record<SettingName, Described> = {
  dataDirectory: { kind: 'text', flag: '--data-dir', needsRestart: true },
  logLevel: { kind: 'choice', choices: logLevels, flag: '--log', needsRestart: true },
  model: { kind: 'text', flag: '--model', needsRestart: false },
  modelDownload: { kind: 'boolean', flag: '--model-download', needsRestart: false },
  vectorBackend: { kind: 'choice', choices: ['auto', 'chroma', 'embedded'], flag: '--vectors', needsRestart: false },
  chromaUrl: { kind: 'text', flag: '--chroma-url', needsRestart: false },
  chromaBinary: { kind: 'text', flag: '--chroma-binary', needsRestart: false },
  workers: { kind: 'number', flag: '--workers', needsRestart: false },
  mcpHttp: { kind: 'boolean', flag: '--mcp-http', needsRestart: true },
};
const names = Object.keys(described) as SettingName[];

type Value = Setting['value'];

/** The settings as they are now, with where each comes from; changes go to the settings file. */
export class Settings {
  readonly #onChange: (config: Config, name: SettingName | 'weights') => void;
  #config: Config;

  constructor(config: Config, onChange: (config: Config, name: SettingName | 'weights') => void) {
    this.#config = config;
    this.#onChange = onChange;
  }

  get config(): Config {
    return this.#config;
  }

  list(): Setting[] {
    return names.map((name) => this.#describe(name));
  }

  /** Null returns to the default. Throws `usage` for what a flag or the environment sets, and for wrong values. */
  set(name: string, value: Value): Setting[] {
    if (!isSettingName(name))
      throw new HubError('usage', `There is no setting “${name}”. Settings are: ${names.join(', ')}.`, { valid: names });
    const { flag } = described[name];
    const origin = originOf(this.#config, name);
    if (origin === 'flag')
      throw new HubError('usage', `${name} was set by ${flag} when the program was started; start it without to set it here.`);
    if (origin === 'environment')
      throw new HubError('usage', `${name} is set by the environment variable ${environmentNames[name]}; change it there.`);
    if (name === 'dataDirectory')
      throw new HubError(
        'usage',
        `Where the data lies is set by ${flag} or ${environmentNames[name]}: the settings file lies in it.`,
      );
    if (value !== null) checkKind(name, value);
    this.#write(name, value === '' ? null : value);
    return this.list();
  }

  weights(): Weight[] {
    const current = withOverrides(this.#config.weights ?? {});
    return tunableWeights.map(({ name, ...weight }) => ({
      name,
      ...weight,
      value: weightOf(current, name),
      defaultValue: weightOf(defaultWeights, name),
    }));
  }

  /** Null returns one weight to its default, an empty record all of them. */
  setWeights(given: Readonly<Record<string, number | null>>): Weight[] {
    const merged: Record<string, number> = Object.keys(given).length === 0 ? {} : { ...this.#config.weights };
    for (const [name, value] of Object.entries(given)) {
      // Also says which names there are.
      const defaultValue = weightOf(defaultWeights, name);
      if (value === null || value === defaultValue) delete merged[name];
      else merged[name] = value;
    }
    withOverrides(merged);
    this.#write('weights', Object.keys(merged).length === 0 ? null : merged);
    return this.weights();
  }

  #describe(name: SettingName): Setting {
    const { kind, choices = [], needsRestart } = described[name];
    const origin = originOf(this.#config, name);
    const originName = {
      flag: described[name].flag,
      environment: environmentNames[name],
      file: settingsPath(this.#config.dataDirectory),
      default: null,
    }[origin];
    const defaults = configSchema.parse({ dataDirectory: defaultDataDirectory() });
    return {
      name,
      description: configSchema.shape[name].description ?? '',
      kind,
      choices: [...choices],
      value: this.#config[name] ?? null,
      defaultValue: defaults[name] ?? null,
      origin,
      originName,
      needsRestart,
    };
  }

  #write(name: SettingName | 'weights', value: Value | Record<string, number>): void {
    const path = settingsPath(this.#config.dataDirectory);
    // Read anew, so that what somebody else wrote meanwhile stays.
    const file = readSettingsFile(path);
    if (value === null) delete file[name];
    else file[name] = value;
    // What this version does not know is kept for the one that does.
    const known = Object.fromEntries(Object.entries(file).filter(([key]) => key in configSchema.shape));
    const config = configWithFile(this.#config, known);
    writeWhole(path, `${JSON.stringify(file, null, 2)}\n`);
    this.#config = config;
    this.#onChange(config, name);
  }
}

function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(described, name);
}

function checkKind(name: SettingName, value: Value): void {
  const expected = { text: 'string', choice: 'string', number: 'number', boolean: 'boolean' }[described[name].kind];
  // Text would be turned into a number or a truth value by the schema, and kept as text in the file.
  if (typeof value !== expected)
    throw new HubError('usage', `Setting ${name} takes a ${expected}, not a ${typeof value}.`, { name });
}

/** The file is there as a whole or as it was before; it may hold a server's password, so it is the owner's alone. */
function writeWhole(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = `${path}.${process.pid}.part`;
  try {
    const file = openSync(temporary, 'w', 0o600);
    try {
      writeSync(file, text);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw new HubError('usage', `The settings cannot be written to ${path}: ${(error as Error).message}.`, { path }, error);
  }
}
