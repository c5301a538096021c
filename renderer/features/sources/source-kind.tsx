import type { ReactNode } from 'react';
import type { SourceKind } from '../../../main/contract/vocabulary.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';

const icons: Record<SourceKind, IconName> = { folder: 'folder', git: 'git', llms: 'globe', docs: 'document' };

/** The kinds of sources in the window's words. */
export const kindTitles: Record<SourceKind, string> = {
  folder: 'Folder',
  git: 'Git repository',
  llms: 'Documentation dump',
  docs: 'Folder of documents',
};

/** The drawing of a kind, with its name for who cannot see it. */
export function KindIcon({ kind }: { kind: SourceKind }): ReactNode {
  return (
    <span title={kindTitles[kind]}>
      <Icon name={icons[kind]} />
      <span className="visually-hidden">{kindTitles[kind]}</span>
    </span>
  );
}
