import { create } from 'zustand';

interface QueryDraft {
  /** What stands in the field. */
  text: string;
  /** What of it has gone into the address. */
  sent: string;
  /** Somebody stayed with the query of the address: the next one is a new step for "back". */
  isSettled: boolean;
}

/** The words while they are typed; the address follows them a moment later. */
export const useQueryDraft = create<QueryDraft>(() => ({ text: '', sent: '', isSettled: true }));
