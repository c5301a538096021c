import { useRef, type ReactNode } from 'react';
import { useTranscriptAnalysis } from '../../../parts/transcript-analysis.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { LogPlaces } from './log-places.tsx';
import { PathForm } from './path-form.tsx';

/** Asks for transcripts when there are sessions already. */
export function IntakeDialog(): ReactNode {
  const field = useRef<HTMLInputElement>(null);
  const { isAsking, setAsking, setUnplaced } = useTranscriptAnalysis();
  return (
    <Dialog
      open={isAsking}
      onOpenChange={(open) => {
        setAsking(open);
        if (!open) setUnplaced([]);
      }}
      title="Read transcripts"
      description="Of coding agents, to see what they asked for and what they got."
      initialFocus={field}
    >
      <PathForm ref={field} />
      <LogPlaces />
    </Dialog>
  );
}
