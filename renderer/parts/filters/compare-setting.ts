import { searchModes, type SearchMode } from '../../../main/contract/search-vocabulary.ts';

/** Ranking weights of a comparison, by name. `none` leaves the weights of the settings in force. */
export const weightPresets = {
  none: { title: 'Weights of the settings', weights: {} },
  words: {
    title: 'More for words',
    weights: { 'hybrid.keyword': 0.7, 'hybrid.meaning': 0.3, 'rrf.keyword': 2, 'rrf.meaning': 1 },
  },
  meaning: {
    title: 'More for meaning',
    weights: { 'hybrid.keyword': 0.2, 'hybrid.meaning': 0.8, 'rrf.keyword': 1, 'rrf.meaning': 2 },
  },
  plain: {
    title: 'Without boosts and penalties',
    weights: {
      'symbol.exact': 0,
      'symbol.last': 0,
      'symbol.prefix': 0,
      bothLists: 0,
      moduleOverview: 0,
      exampleElsewhere: 0,
      testCode: 0,
      changelog: 0,
      diversity: 0,
    },
  },
} as const satisfies Record<string, { title: string; weights: Record<string, number> }>;

export type WeightPreset = keyof typeof weightPresets;
export const weightPresetNames = Object.keys(weightPresets) as WeightPreset[];

/** The second setting of a comparison. */
export interface CompareSetting {
  mode: SearchMode;
  preset: WeightPreset;
}

/** As it stands in an address: `rrf`, `hybrid+words`. */
export function formatCompare({ mode, preset }: CompareSetting): string {
  return preset === 'none' ? mode : `${mode}+${preset}`;
}

/** What an address says; what makes no sense becomes the setting that is most often wanted beside `mode`. */
export function parseCompare(text: string, mode: SearchMode): CompareSetting {
  const [first, second = 'none'] = text.split('+');
  const known = searchModes.find((each) => each === first);
  const preset = weightPresetNames.find((each) => each === second) ?? 'none';
  return known === undefined ? defaultCompare(mode) : { mode: known, preset };
}

export function defaultCompare(mode: SearchMode): CompareSetting {
  return { mode: mode === 'hybrid' ? 'rrf' : 'hybrid', preset: 'none' };
}
