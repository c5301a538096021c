import type { ReactNode } from 'react';
import type { ContentType } from '../../main/contract/vocabulary.ts';
import styles from './badge.module.css';
import { classNames } from './class-names.ts';

export type BadgeTone = ContentType | 'neutral' | 'danger' | 'warning' | 'success';

interface BadgeProps {
  tone?: BadgeTone;
  title?: string;
  children: ReactNode;
}

/** A word that classifies. Colour repeats what the word says and never stands alone. */
export function Badge({ tone = 'neutral', title, children }: BadgeProps): ReactNode {
  return (
    <span className={classNames(styles.badge, styles[tone])} title={title}>
      {children}
    </span>
  );
}

/** The four types of content in the window's words. */
export const contentTypeTitles: Record<ContentType, string> = { doc: 'doc', code: 'example', source: 'source', readme: 'readme' };

/** The badge of a content type. */
export function TypeBadge({ type }: { type: ContentType }): ReactNode {
  return <Badge tone={type}>{contentTypeTitles[type]}</Badge>;
}
