import { useState } from 'react';
import { useAction, type Action } from '../../../rpc-client/use-action.ts';

interface SourceField extends Omit<Action<'sources.change'>, 'reset'> {
  text: string;
  /** What stands in the field, without the blanks around it. */
  wanted: string;
  /** Typing takes the last error away. */
  setText: (text: string) => void;
}

/** A field of a source's definition: what is typed, and the change that keeps it. */
export function useSourceField(kept: string | null): SourceField {
  const [text, setText] = useState(kept ?? '');
  const { reset, ...action } = useAction('sources.change', { invalidates: ['sources.list'], showsError: true });
  return {
    ...action,
    text,
    wanted: text.trim(),
    setText: (next) => {
      reset();
      setText(next);
    },
  };
}
