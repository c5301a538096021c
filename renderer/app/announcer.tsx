import type { ReactNode } from 'react';
import { useAnnouncement } from '../state/announcer.ts';

/** Where `announce` speaks. */
export function Announcer(): ReactNode {
  const { text, turn } = useAnnouncement();
  // Two regions in turn, so that an equal text is a change too.
  return (
    <div className="visually-hidden">
      <span role="status">{turn % 2 === 0 ? text : ''}</span>
      <span role="status">{turn % 2 === 1 ? text : ''}</span>
    </div>
  );
}
