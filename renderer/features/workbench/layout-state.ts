import { create } from 'zustand';

interface LayoutState {
  /** Null: as the width of the window has it. */
  showsFilters: boolean | null;
}

/** What of the workbench is open; kept while the window is. */
export const useLayout = create<LayoutState>(() => ({ showsFilters: null }));
