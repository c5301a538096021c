import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { HubError } from '../../contract/errors.ts';
import { refNameProblem } from '../../core/discovery/ref-name.ts';
import { withoutCredentials } from '../../core/discovery/remote-url.ts';
import { contentTypes } from '../../core/chunk.ts';
import { sourceKinds } from '../../core/source.ts';
import type { SourceSpecification } from '../../core/source.ts';
import { resourcesDirectory } from '../runtime/resources.ts';

const presetSourceSchema = z.strictObject({
  name: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/, 'letters, digits, dot, underscore and dash'),
  kind: z.enum(sourceKinds),
  location: z.string().min(1).max(4096).transform(withoutCredentials),
  ref: z
    .string()
    .refine((ref) => refNameProblem(ref) === null, 'no branch, tag or commit name')
    .optional(),
  rules: z.array(z.strictObject({ glob: z.string().min(1).max(1000), role: z.enum([...contentTypes, 'skip']) })).optional(),
  siteUrl: z
    .string()
    .regex(/^https?:\/\/[^\s]+[^/\s]$/, 'an http(s) address without slash at its end')
    .optional(),
});

/** A preset file: a named list of sources. */
const presetSchema = z.strictObject({
  title: z.string().min(1).max(200),
  description: z.string().max(2000).default(''),
  sources: z
    .array(presetSourceSchema)
    .min(1)
    .max(200)
    .refine((sources) => new Set(sources.map((source) => source.name)).size === sources.length, 'two sources have the same name'),
});

/** A preset that was read and checked. */
export interface Preset {
  name: string;
  title: string;
  description: string;
  origin: 'built-in' | 'user';
  sources: SourceSpecification[];
}

/** A preset in the list; `problem` says why it cannot be used. */
export interface PresetSummary {
  name: string;
  title: string;
  description: string;
  origin: 'built-in' | 'user';
  sourceCount: number;
  problem: string | null;
}

/** Where presets lie. */
export interface PresetPlaces {
  dataDirectory: string;
  /** Folder of the built-in presets; by default the program's own. */
  builtInDirectory?: string;
}

const namePattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
const maximumPresetBytes = 256 * 1024;

function folders(places: PresetPlaces): { origin: Preset['origin']; folder: string }[] {
  const builtIn = places.builtInDirectory ?? join(resourcesDirectory, 'presets');
  // A user's preset stands in for a built-in one of the same name.
  return [
    { origin: 'user', folder: join(places.dataDirectory, 'presets') },
    { origin: 'built-in', folder: builtIn },
  ];
}

async function readPreset(name: string, origin: Preset['origin'], file: string): Promise<Preset> {
  const info = await stat(file);
  if (!info.isFile() || info.size > maximumPresetBytes)
    throw new HubError('usage', `${file} is no preset: over ${maximumPresetBytes} bytes or no file.`, { file });
  let value: unknown;
  try {
    value = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new HubError('usage', `${file} is no JSON: ${(error as Error).message}`, { file }, error);
  }
  const parsed = presetSchema.safeParse(value);
  if (!parsed.success) throw new HubError('usage', `${file} is no preset.\n${z.prettifyError(parsed.error)}`, { file });
  const sources = parsed.data.sources.map(
    // Absent and undefined differ under exactOptionalPropertyTypes; JSON knows no undefined.
    (source) =>
      Object.fromEntries(Object.entries(source).filter(([, part]) => part !== undefined)) as unknown as SourceSpecification,
  );
  return { name, origin, title: parsed.data.title, description: parsed.data.description, sources };
}

/** Reads a preset by its name: the user's own from the data directory, else the built-in one. */
export async function loadPreset(name: string, places: PresetPlaces): Promise<Preset> {
  if (namePattern.test(name)) {
    for (const { origin, folder } of folders(places)) {
      const file = join(folder, `${name}.json`);
      if (await stat(file).catch(() => null)) return readPreset(name, origin, file);
    }
  }
  const known = (await listPresets(places)).map((preset) => preset.name).join(', ');
  throw new HubError('not-found', `There is no preset ${JSON.stringify(name)}. There are: ${known || 'none'}.`, { name });
}

/** All presets, sorted by name; those that cannot be read are listed with their problem. */
export async function listPresets(places: PresetPlaces): Promise<PresetSummary[]> {
  const found = new Map<string, PresetSummary>();
  for (const { origin, folder } of folders(places)) {
    for (const fileName of await readdir(folder).catch(() => [] as string[])) {
      const name = fileName.replace(/\.json$/, '');
      if (name === fileName || !namePattern.test(name) || found.has(name)) continue;
      try {
        const { title, description, sources } = await readPreset(name, origin, join(folder, fileName));
        found.set(name, { name, title, description, origin, sourceCount: sources.length, problem: null });
      } catch (error) {
        found.set(name, { name, title: name, description: '', origin, sourceCount: 0, problem: (error as Error).message });
      }
    }
  }
  return [...found.values()].toSorted((left, right) => (left.name < right.name ? -1 : 1));
}

/** All presets with what they hold; nothing where they cannot be read. */
export async function listPresetsWithSources(
  places: PresetPlaces,
): Promise<(Omit<PresetSummary, 'sourceCount'> & { sources: SourceSpecification[] })[]> {
  return Promise.all(
    (await listPresets(places)).map(async ({ name, title, description, origin, problem }) => ({
      name,
      title,
      description,
      origin,
      problem,
      sources: problem === null ? (await loadPreset(name, places)).sources : [],
    })),
  );
}
