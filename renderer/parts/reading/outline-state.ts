import { create } from 'zustand';

/** Whether the outline stands beside a text; kept while the window is open. */
export const useOutline = create<{ isShown: boolean }>(() => ({ isShown: false }));
