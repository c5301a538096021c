import { useCallback } from 'react';
import { navigate } from '../../router/use-route.ts';
import { useAction, type Action } from '../../rpc-client/use-action.ts';
import { showToast } from '../../ui/toast.tsx';

export interface SourceActions {
  refresh: (name: string) => void;
  reindex: (name: string) => void;
  remove: (name: string) => Promise<void>;
  open: (name: string) => void;
  isRemoving: boolean;
  refreshAll: Action<'sources.refresh'>;
}

/** What can be done to a source, wherever it is shown. */
export function useSourceActions(): SourceActions {
  const refreshAll = useAction('sources.refresh', { invalidates: ['sources.list'] });
  const { run: refresh } = refreshAll;
  const { run: remove, isRunning: isRemoving } = useAction('sources.remove', { invalidates: ['sources.list', 'hub.status'] });
  const { run: add } = useAction('sources.add', { invalidates: ['sources.list', 'hub.status'] });
  const { run: open } = useAction('editor.reveal');
  return {
    refreshAll,
    isRemoving,
    refresh: useCallback((name) => void refresh({ names: [name] }), [refresh]),
    reindex: useCallback((name) => void refresh({ names: [name], force: true }), [refresh]),
    open: useCallback((name) => void open({ source: name }), [open]),
    remove: useCallback(
      async (name) => {
        const answer = await remove({ name });
        if (answer === null) return;
        navigate({ screen: 'sources', name: null, view: null });
        showToast({
          title: `Removed ${name}`,
          description: 'Its vectors are kept for a while, so undoing is quick.',
          action: { title: 'Undo', run: () => void add({ specifications: [answer.removed] }) },
        });
      },
      [remove, add],
    ),
  };
}
