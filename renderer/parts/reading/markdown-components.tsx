import { createContext, use, type ReactNode } from 'react';
import type { Components } from 'react-markdown';
import { Icon } from '../../ui/icon.tsx';
import { ColouredCode } from '../code/coloured-code.tsx';
import { linkTarget, type LinkTarget } from './link-target.ts';
import styles from './markdown-view.module.css';

/** The page around a link. */
export const PageContext = createContext<{
  path: string;
  siteUrl: string | null;
  onFollow: (target: LinkTarget) => void;
} | null>(null);

/** How the parts of a page look that cannot stay as Markdown makes them: links, pictures, code, wide tables. */
export const markdownComponents: Components = {
  a: ({ href = '', children }) => <PageLink href={href} text={children} />,
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
  input: ({ checked }) => (
    <span aria-label={checked === true ? 'done' : 'to do'} role="img" className={styles.task} data-done={checked} />
  ),
  pre: ({ node: _node, ...rest }) => (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys
    <pre {...rest} tabIndex={0} />
  ),
  table: ({ node: _node, ...rest }) => (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys
    <div className={styles.wide} tabIndex={0} role="group" aria-label="Table">
      <table {...rest} />
    </div>
  ),
};

function PageLink({ href, text }: { href: string; text: ReactNode }): ReactNode {
  const page = use(PageContext);
  const target = linkTarget(href, page?.path ?? '', page?.siteUrl ?? null);
  if (target.kind === 'none') return <span>{text}</span>;
  if (target.kind === 'external')
    return (
      <a href={target.url} target="_blank" rel="noopener noreferrer">
        {text}
        <Icon name="external" size={11} className={styles.external} />
      </a>
    );
  return (
    <button type="button" role="link" className={styles.link} onClick={() => page?.onFollow(target)}>
      {text}
    </button>
  );
}

function textOf(children: ReactNode): string {
  if (Array.isArray(children)) return children.map(textOf).join('');
  return typeof children === 'string' || typeof children === 'number' ? String(children).replace(/\n$/, '') : '';
}
