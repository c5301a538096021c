import { useState, type ReactNode } from 'react';
import type { FileView } from '../../../main/contract/reading.ts';
import { editors, type Editor } from '../../../main/contract/vocabulary.ts';
import { commandKey } from '../../commands/command-handlers.ts';
import { useCommand } from '../../commands/use-command.ts';
import { useAction } from '../../rpc-client/use-action.ts';
import { useCall } from '../../rpc-client/use-call.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { showToast } from '../../ui/toast.tsx';

const storageKey = 'context-hub.editor';

/** Opens the file at the line: in the editor that was chosen last, or in another one of those that this machine has. */
export function EditorMenu({ file, line }: { file: FileView; line: number }): ReactNode {
  const { data = [] } = useCall('editor.list', {});
  const { run } = useAction('editor.open');
  const [chosen, setChosen] = useState<Editor | null>(readChoice);
  const found = data.filter((entry) => entry.found);
  const preferred = found.find(({ editor }) => editor === chosen) ?? found[0];
  const open = async (editor: Editor, title: string): Promise<void> => {
    const opened = await run({ source: file.source, path: file.path, line, editor });
    if (opened === null) return;
    showToast({
      tone: 'success',
      title: `Opened in ${title}`,
      description: opened.isCopy ? 'A copy of what was indexed: the file itself is not on this machine.' : opened.opened,
    });
  };
  const choose = (editor: Editor, title: string): void => {
    setChosen(editor);
    keepChoice(editor);
    void open(editor, title);
  };
  useCommand(
    'reading.edit',
    () => preferred !== undefined && void open(preferred.editor, preferred.title),
    preferred !== undefined,
  );
  if (data.length === 0) return null;
  return (
    <>
      {preferred !== undefined && (
        <IconButton
          icon="edit"
          label={`Open in ${preferred.title}`}
          keys={commandKey('reading.edit')}
          size="small"
          onClick={() => void open(preferred.editor, preferred.title)}
        />
      )}
      <Menu
        align="end"
        trigger={<IconButton icon={preferred === undefined ? 'edit' : 'chevron-down'} label="Choose an editor" size="small" />}
        entries={data.map(({ editor, title, found: isFound }) => ({
          title,
          isChecked: editor === preferred?.editor,
          disabled: !isFound,
          ...(isFound ? {} : { note: 'not found' }),
          onSelect: () => choose(editor, title),
        }))}
      />
    </>
  );
}

function readChoice(): Editor | null {
  try {
    const kept = window.localStorage.getItem(storageKey);
    return editors.find((editor) => editor === kept) ?? null;
  } catch {
    return null;
  }
}

function keepChoice(editor: Editor): void {
  try {
    window.localStorage.setItem(storageKey, editor);
  } catch {
    // Without storage it holds until the window is closed.
  }
}
