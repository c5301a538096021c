import type { Setting, Weight } from '../../../main/contract/settings.ts';

export const sections = ['appearance', 'model', 'vectors', 'ranking', 'data', 'health'] as const;
export type Section = (typeof sections)[number];

export const sectionTitles: Record<Section, string> = {
  appearance: 'Appearance',
  model: 'Model',
  vectors: 'Vectors',
  ranking: 'Ranking',
  data: 'Data and work',
  health: 'Health',
};

/** Settings that have a place of their own; every other one stands under data and work. */
const places: Record<string, Section> = {
  model: 'model',
  modelDownload: 'model',
  vectorBackend: 'vectors',
  chromaUrl: 'vectors',
  chromaBinary: 'vectors',
};

const titles: Record<string, string> = {
  dataDirectory: 'Data directory',
  logLevel: 'Log',
  model: 'Folder of the model',
  modelDownload: 'Fetch a missing model',
  vectorBackend: 'Vector store',
  chromaUrl: 'Chroma server',
  chromaBinary: 'Chroma program',
  workers: 'Threads',
  mcpHttp: 'Agents over HTTP',
};

export function settingsOf(settings: readonly Setting[], section: Section): Setting[] {
  return settings.filter(({ name }) => (places[name] ?? 'data') === section);
}

/** The title of a setting; one that this window does not know is called by its name. */
export function settingTitle(name: string): string {
  return titles[name] ?? spacedName(name);
}

/** Why a setting cannot be changed here; null where it can. */
export function lockReason({ name, origin, originName }: Setting): string | null {
  // It cannot stand in the settings file, which lies in it.
  if (name === 'dataDirectory') return 'It is chosen when the program is started, by --data-dir or CONTEXT_HUB_DATA_DIR.';
  if (origin === 'environment') return `Set by the environment variable ${originName ?? ''}. Change it there.`;
  if (origin === 'flag') return `Set by ${originName ?? 'a flag'} when the program was started. Start it without to set it here.`;
  return null;
}

export interface WeightGroup {
  title: string;
  weights: Weight[];
}

const weightTitles: Record<string, string> = {
  columns: 'Where a word stands',
  hybrid: 'Words and meaning',
  hybridIdentifier: 'Words and meaning, for an identifier',
  rrf: 'Reciprocal rank fusion',
  file: 'Hits of one file',
  symbol: 'Symbols',
  stale: 'Staleness',
};

/** Weights by the first part of their names; those of one part stand together at the end. */
export function groupWeights(weights: readonly Weight[]): WeightGroup[] {
  const groups = new Map<string, Weight[]>();
  for (const weight of weights) {
    const dot = weight.name.indexOf('.');
    const key = dot === -1 ? '' : weight.name.slice(0, dot);
    groups.set(key, [...(groups.get(key) ?? []), weight]);
  }
  const single = groups.get('') ?? [];
  groups.delete('');
  const named = [...groups].map(([key, list]) => ({ title: weightTitles[key] ?? spacedName(key), weights: list }));
  return single.length === 0 ? named : [...named, { title: 'Boosts and penalties', weights: single }];
}

/** `hybrid.meaning` as `meaning`, `secondOfFile` as `second of file`. */
export function weightTitle(name: string): string {
  return spacedName(name.slice(name.lastIndexOf('.') + 1));
}

export function changedWeights(weights: readonly Weight[]): Weight[] {
  return weights.filter(({ value, defaultValue }) => value !== defaultValue);
}

/** A typed number made into one that the weight may have; null where it is none. */
export function weightValue(text: string, { least, most, step }: Pick<Weight, 'least' | 'most' | 'step'>): number | null {
  const value = Number(text.trim().replace(',', '.'));
  if (text.trim() === '' || !Number.isFinite(value)) return null;
  const within = Math.min(most, Math.max(least, value));
  return step === 1 ? Math.round(within) : within;
}

function spacedName(name: string): string {
  const words = name.replaceAll(/([A-Z])/g, ' $1').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
