import { useEffect, useState, type ReactNode } from 'react';
import type { SourceDescription } from '../../../../main/contract/sources.ts';
import { useAddRequest } from '../../../state/add-request.ts';
import { AddForm, type AddStart } from './add-form.tsx';

/** The dialog that adds sources; whoever wants one says so through `useAddRequest`. */
export function AddDialog({ known }: { known: readonly SourceDescription[] }): ReactNode {
  const { request, clear } = useAddRequest();
  const [start, setStart] = useState<(AddStart & { turn: number }) | null>(null);
  const [taken, setTaken] = useState<typeof request>(null);
  useEffect(() => {
    if (request !== null) clear();
  }, [request, clear]);
  if (request !== null && request !== taken) {
    setTaken(request);
    setStart((before) => ({
      // What is asked for while it is open comes on top of what stands there.
      turn: before === null ? 0 : before.turn + 1,
      tab: request.kind === 'empty' ? (request.tab ?? 'place') : 'place',
      places: request.kind === 'places' ? request.places : [],
      unknownNames: request.kind === 'unknown-place' ? request.names : [],
    }));
  }
  if (start === null) return null;
  return <AddForm start={start} turn={start.turn} known={known} onClose={() => setStart(null)} />;
}
