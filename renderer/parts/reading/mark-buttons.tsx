import { useState, type ReactNode } from 'react';
import type { verdicts } from '../../../main/contract/marks.ts';
import type { FileView } from '../../../main/contract/reading.ts';
import type { SearchHit } from '../../../main/contract/search.ts';
import { commandKey } from '../../commands/command-handlers.ts';
import { useCommand } from '../../commands/use-command.ts';
import { useAction } from '../../rpc-client/use-action.ts';
import { useCall } from '../../rpc-client/use-call.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { showToast } from '../../ui/toast.tsx';
import type { Scope } from '../filters/search-scope.ts';
import { CaseDialog } from './case-dialog.tsx';

interface MarkButtonsProps {
  chunkId: string;
  query: string;
  scope: Scope;
  file: FileView;
  chunk: FileView['chunks'][number];
  hits: readonly SearchHit[];
}

type Verdict = (typeof verdicts)[number];

const titles: Record<Verdict, string> = { helpful: 'Marked as helpful', 'not-helpful': 'Marked as not helpful' };

/** Says whether the result helped, and keeps the search as a case with what it should have found. */
export function MarkButtons({ chunkId, query, scope, file, chunk, hits }: MarkButtonsProps): ReactNode {
  const [savesCase, setSavesCase] = useState(false);
  const { data } = useCall('marks.list', { query });
  const { run } = useAction('marks.set', { invalidates: ['marks.list'] });
  const mark = data?.find((each) => each.chunkId === chunkId);
  const verdict = mark?.verdict ?? null;
  const note = mark?.note ?? '';
  const toggle = async (pressed: Verdict): Promise<void> => {
    const next = verdict === pressed ? null : pressed;
    if ((await run({ chunkId, query, verdict: next, note })) === null) return;
    showToast({
      id: 'mark',
      title: next === null ? 'Mark taken back' : titles[next],
      action: { title: 'Undo', run: () => void run({ chunkId, query, verdict, note }) },
    });
  };
  const canSave = query.trim() !== '';
  useCommand('reading.helpful', () => void toggle('helpful'));
  useCommand('reading.not-helpful', () => void toggle('not-helpful'));
  useCommand('reading.save-case', () => setSavesCase(true), canSave);
  return (
    <>
      <IconButton
        icon="thumb-up"
        label="Helpful"
        keys={commandKey('reading.helpful')}
        size="small"
        aria-pressed={verdict === 'helpful'}
        onClick={() => void toggle('helpful')}
      />
      <IconButton
        icon="thumb-down"
        label="Not helpful"
        keys={commandKey('reading.not-helpful')}
        size="small"
        aria-pressed={verdict === 'not-helpful'}
        onClick={() => void toggle('not-helpful')}
      />
      {canSave && (
        <IconButton
          icon="star"
          label="Save as evaluation case"
          keys={commandKey('reading.save-case')}
          size="small"
          onClick={() => setSavesCase(true)}
        />
      )}
      {savesCase && (
        <CaseDialog
          query={query}
          scope={scope}
          opened={{ source: file.source, path: file.path, symbol: chunk.symbol }}
          hits={hits}
          onClose={() => setSavesCase(false)}
        />
      )}
    </>
  );
}
