import { memo, useEffect, useImperativeHandle, useMemo, useRef, type ReactNode, type Ref } from 'react';
import Markdown from 'react-markdown';
import rehypeSanitize from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import type { FileView } from '../../../main/contract/reading.ts';
import type { LineRange } from '../../../main/contract/search.ts';
import { markLines } from './mark-lines.ts';
import { markdownComponents, PageContext } from './markdown-components.tsx';
import styles from './markdown-view.module.css';
import type { LinkTarget } from './link-target.ts';
import type { ReaderHandle } from './reader-handle.ts';

interface MarkdownViewProps {
  readable: NonNullable<FileView['readable']>;
  path: string;
  siteUrl: string | null;
  hit: LineRange | null;
  onTopLine: (line: number) => void;
  onFollow: (target: LinkTarget) => void;
  ref?: Ref<ReaderHandle>;
}

/** A page, rendered. No HTML of the page's own gets in, and no picture from elsewhere. */
export function MarkdownView({ readable, path, siteUrl, hit, onTopLine, onFollow, ref }: MarkdownViewProps): ReactNode {
  const scroller = useRef<HTMLElement>(null);
  const context = useMemo(() => ({ path, siteUrl, onFollow }), [path, siteUrl, onFollow]);
  const { start, end } = hit ?? { start: 0, end: 0 };
  useEffect(() => {
    const first = markHit(scroller.current, start, end);
    // A page that is opened at its beginning shows what stands above its first chunk.
    if (first !== null && start > 1) first.scrollIntoView({ block: 'start' });
    else scroller.current?.scrollTo({ top: 0 });
  }, [readable, start, end]);
  useImperativeHandle(ref, () => ({
    focus: () => scroller.current?.focus({ preventScroll: true }),
    scrollToLine: (line) => blockAt(scroller.current, line)?.scrollIntoView({ block: 'start' }),
  }));
  return (
    <article
      ref={scroller}
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys
      tabIndex={0}
      aria-label={path}
      className={styles.scroller}
      onScroll={(event) => onTopLine(topLineOf(event.currentTarget))}
    >
      <div className={styles.page}>
        <PageContext value={context}>
          <Page readable={readable} />
        </PageContext>
      </div>
    </article>
  );
}

/** Rendered once per page: scrolling and hits do not touch it. */
const Page = memo(function Page({ readable }: Pick<MarkdownViewProps, 'readable'>): ReactNode {
  return (
    <Markdown
      remarkPlugins={[remarkGfm]}
      rehypePlugins={[rehypeSanitize, [markLines, readable.lines]]}
      components={markdownComponents}
      skipHtml
    >
      {readable.text}
    </Markdown>
  );
});

/** Marks the blocks that hold the hit's lines; returns the first. */
function markHit(root: HTMLElement | null, start: number, end: number): HTMLElement | null {
  let first: HTMLElement | null = null;
  for (const block of blocksOf(root)) {
    const isHit = start > 0 && lineOf(block) <= end && Number(block.dataset['lineEnd']) >= start;
    if (isHit) {
      block.dataset['hit'] = '';
      first ??= block;
    } else delete block.dataset['hit'];
  }
  return first;
}

function blockAt(root: HTMLElement | null, line: number): HTMLElement | null {
  return blocksOf(root).findLast((block) => lineOf(block) <= line) ?? null;
}

function topLineOf(root: HTMLElement): number {
  const edge = root.getBoundingClientRect().top + 24;
  const blocks = blocksOf(root);
  let low = 0;
  let high = blocks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (blocks[middle]!.getBoundingClientRect().top <= edge) low = middle + 1;
    else high = middle;
  }
  const block = blocks[low - 1];
  return block === undefined ? 1 : lineOf(block);
}

function blocksOf(root: HTMLElement | null): HTMLElement[] {
  return root === null ? [] : [...root.querySelectorAll<HTMLElement>('[data-line]')];
}

function lineOf(block: HTMLElement): number {
  return Number(block.dataset['line']);
}
