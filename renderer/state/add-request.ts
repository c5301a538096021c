import { create } from 'zustand';

/** What somebody wants to add: places that are known, or the name of a folder whose place a browser does not tell. */
export type AddRequest =
  | { kind: 'empty'; tab?: 'place' | 'preset' }
  | { kind: 'places'; places: string[] }
  | { kind: 'unknown-place'; names: string[] };

interface AddRequestState {
  request: AddRequest | null;
  ask: (request: AddRequest) => void;
  /** Called by the dialog when it has taken the request. */
  clear: () => void;
}

/** Between whoever wants to add a source (a drop, a command, the first run) and the dialog of the sources screen. */
export const useAddRequest = create<AddRequestState>((set) => ({
  request: null,
  ask: (request) => set({ request }),
  clear: () => set({ request: null }),
}));
