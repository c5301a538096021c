import type { ReactNode } from 'react';
import type { Components } from 'react-markdown';
import { Icon } from '../../../ui/icon.tsx';
import { ColouredCode } from '../code/coloured-code.tsx';
import { linkTarget, type LinkTarget } from './link-target.ts';
import styles from './markdown-view.module.css';

interface PageContext {
  path: string;
  source: string;
  siteUrl: string | null;
  onFollow: (target: LinkTarget) => void;
}

/** How the parts of a page look that cannot stay as Markdown makes them: links, pictures, code, wide tables. */
export function markdownComponents(page: PageContext): Components {
  return {
    a: ({ href = '', children }) => <PageLink href={href} page={page} text={children} />,
    img: ({ alt = '' }) => (
      <span className={styles.picture} title="Pictures are not loaded: nothing is fetched from elsewhere.">
        <Icon name="document" size={12} />
        {alt === '' ? 'Picture' : `Picture: ${alt}`}
      </span>
    ),
    code({ className, children }) {
      const language = /language-([\w+#-]+)/.exec(className ?? '')?.[1];
      const text = textOf(children);
      return language === undefined ? (
        <code className={className}>{children}</code>
      ) : (
        <code>
          <ColouredCode code={text} language={language} />
        </code>
      );
    },
    // A page may write the level of a heading as it likes; the screen has its own h1 and h2.
    input: ({ checked }) => (
      <span aria-label={checked === true ? 'done' : 'to do'} role="img" className={styles.task} data-done={checked} />
    ),
    table: ({ node: _node, ...rest }) => (
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys
      <div className={styles.wide} tabIndex={0} role="group" aria-label="Table">
        <table {...rest} />
      </div>
    ),
  };
}

function PageLink({ href, page, text }: { href: string; page: PageContext; text: ReactNode }): ReactNode {
  const target = linkTarget(href, page.path, page.siteUrl);
  if (target.kind === 'none') return <span>{text}</span>;
  if (target.kind === 'external')
    return (
      <a href={target.url} target="_blank" rel="noopener noreferrer">
        {text}
        <Icon name="external" size={11} className={styles.external} />
      </a>
    );
  return (
    <button type="button" role="link" className={styles.link} onClick={() => page.onFollow(target)}>
      {text}
    </button>
  );
}

function textOf(children: ReactNode): string {
  if (Array.isArray(children)) return children.map(textOf).join('');
  return typeof children === 'string' || typeof children === 'number' ? String(children).replace(/\n$/, '') : '';
}
