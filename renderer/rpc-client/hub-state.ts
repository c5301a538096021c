import { create } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import type { HubState } from '../../main/contract/hub-contract.ts';

/** The newest state of the service; null before the first. One stream feeds it, whoever looks. */
export const useHubStateStore = create<{ state: HubState | null }>(() => ({ state: null }));

/** A part of the service's state; the component renders again only when that part has changed. */
export function useHubState<Part>(select: (state: HubState | null) => Part): Part {
  return useHubStateStore(useShallow(({ state }) => select(state)));
}
