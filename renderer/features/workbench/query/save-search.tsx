import { useState, type ReactNode } from 'react';
import { commandKey } from '../../../commands/command-handlers.ts';
import { useCommand } from '../../../commands/use-command.ts';
import type { SearchRoute } from '../../../router/route.ts';
import { useAction } from '../../../rpc-client/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { describeScope, scopeOf, viewOf } from '../../../parts/filters/search-scope.ts';

const longestTitle = 200;

/** Keeps the search under a name. */
export function SaveSearch({ route }: { route: SearchRoute }): ReactNode {
  const [open, setOpen] = useState(false);
  const canSave = viewOf(route) !== 'start';
  useCommand('search.save', () => setOpen(true), canSave);
  return (
    <>
      <IconButton
        icon="bookmark"
        label="Save this search"
        keys={commandKey('search.save')}
        disabled={!canSave}
        onClick={() => setOpen(true)}
      />
      <Dialog open={open} onOpenChange={setOpen} title="Save this search" size="small">
        {open && <SaveForm route={route} onDone={() => setOpen(false)} />}
      </Dialog>
    </>
  );
}

function SaveForm({ route, onDone }: { route: SearchRoute; onDone: () => void }): ReactNode {
  const scope = scopeOf(route);
  const [title, setTitle] = useState(() => (route.query.trim() || describeScope(scope)).slice(0, longestTitle));
  const { run, isRunning } = useAction('searches.save', { invalidates: ['searches.list'] });
  const { run: remove } = useAction('searches.remove', { invalidates: ['searches.list'] });
  const save = async (): Promise<void> => {
    const saved = await run({ title: title.trim(), query: route.query, scope });
    if (saved === null) return;
    onDone();
    showToast({
      tone: 'success',
      title: `Saved “${saved.title}”`,
      action: { title: 'Undo', run: () => void remove({ id: saved.id }) },
    });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (title.trim() !== '') void save();
      }}
    >
      <TextField
        label="Name"
        value={title}
        maxLength={longestTitle}
        onValueChange={setTitle}
        description={describeScope(scope) || 'Everywhere'}
        trailing={
          <Button type="submit" size="small" variant="primary" isBusy={isRunning} disabled={title.trim() === ''}>
            Save
          </Button>
        }
      />
    </form>
  );
}
