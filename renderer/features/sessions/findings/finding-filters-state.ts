import { create } from 'zustand';
import { findingPatterns, type Certainty, type FindingPattern } from '../../../../main/contract/session-vocabulary.ts';

export interface FindingFiltersValue {
  grouping: 'pattern' | 'symbol';
  state: 'open' | 'fixed' | 'all';
  certainty: 'any' | Certainty;
  text: string;
}

interface FindingFiltersState {
  filters: FindingFiltersValue;
  /** Patterns whose findings are folded away. */
  closed: ReadonlySet<string>;
  setFilters: (filters: FindingFiltersValue) => void;
  setClosed: (closed: ReadonlySet<string>) => void;
  /** Shows what one pattern is about, and folds the others away. */
  showOnly: (pattern: FindingPattern) => void;
}

const noFilters: FindingFiltersValue = { grouping: 'pattern', state: 'open', certainty: 'any', text: '' };

/** Which findings are shown; it stays so while another part of the screen is looked at. */
export const useFindingFilters = create<FindingFiltersState>((set) => ({
  filters: noFilters,
  closed: new Set(),
  setFilters: (filters) => set({ filters }),
  setClosed: (closed) => set({ closed }),
  showOnly: (pattern) =>
    set({ filters: { ...noFilters, state: 'all' }, closed: new Set(findingPatterns.filter((each) => each !== pattern)) }),
}));
