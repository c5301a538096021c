import { create } from 'zustand';

interface AnnouncerState {
  text: string;
  /** Makes an equal text heard again. */
  turn: number;
}

export const useAnnouncement = create<AnnouncerState>(() => ({ text: '', turn: 0 }));

/** Says something to those who do not see the screen change, when nothing more urgent is being read. */
export function announce(text: string): void {
  useAnnouncement.setState(({ turn }) => ({ text, turn: turn + 1 }));
}
