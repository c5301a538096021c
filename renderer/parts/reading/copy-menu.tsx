import type { ReactNode } from 'react';
import type { FileView } from '../../../main/contract/reading.ts';
import type { LineRange } from '../../../main/contract/search.ts';
import { commandKey } from '../../commands/command-handlers.ts';
import { useCommand } from '../../commands/use-command.ts';
import { copyText } from '../../state/copy-text.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, type MenuEntry } from '../../ui/menu.tsx';
import { showToast } from '../../ui/toast.tsx';
import { citationMarkdown, type CitedPlace } from './citation.ts';

interface CopyMenuProps {
  file: FileView;
  chunk: FileView['chunks'][number] | null;
  lines: LineRange | null;
}

/** Takes text, citation or address along. */
export function CopyMenu({ file, chunk, lines }: CopyMenuProps): ReactNode {
  const url = chunk?.sourceUrl ?? file.sourceUrl;
  const place: CitedPlace = { repo: file.repo, path: file.path, lines, commit: file.commit, url };
  const copy = (what: string, text: string): void => {
    void copyText(text).then((isCopied) =>
      showToast(
        isCopied
          ? { tone: 'success', title: `${what} copied`, id: 'copied' }
          : {
              tone: 'danger',
              title: 'The clipboard is not available',
              description: 'The browser does not let this page write to it.',
            },
      ),
    );
  };
  const copyLines = (): void => copy('Text', textOfLines(file.text, lines));
  const copyCitation = (): void => copy('Citation', citationMarkdown(place));
  const copyLink = (): void => copy('Permalink', url ?? '');
  useCommand('reading.copy-text', copyLines);
  useCommand('reading.copy-citation', copyCitation);
  useCommand('reading.copy-link', copyLink, url !== null);
  const entries: MenuEntry[] = [
    {
      title: lines === null ? 'Copy the whole text' : 'Copy the text',
      icon: 'copy',
      onSelect: copyLines,
      ...keysOf('reading.copy-text'),
    },
    { title: 'Copy as citation', icon: 'quote', onSelect: copyCitation, ...keysOf('reading.copy-citation') },
    url === null
      ? { title: 'Copy permalink', icon: 'link', note: 'none', disabled: true, onSelect: copyLink }
      : { title: 'Copy permalink', icon: 'link', onSelect: copyLink, ...keysOf('reading.copy-link') },
  ];
  if (url !== null && /^https?:/i.test(url))
    entries.push({
      title: 'Open in the browser',
      icon: 'external',
      onSelect: () => void window.open(url, '_blank', 'noopener,noreferrer'),
    });
  return <Menu align="end" trigger={<IconButton icon="copy" label="Copy" size="small" />} entries={entries} />;
}

function keysOf(id: Parameters<typeof commandKey>[0]): { keys?: string } {
  const keys = commandKey(id);
  return keys === undefined ? {} : { keys };
}

function textOfLines(text: string, lines: LineRange | null): string {
  if (lines === null) return text;
  return text
    .split('\n')
    .slice(lines.start - 1, lines.end)
    .join('\n');
}
