import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import {
  memo,
  useCallback,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
} from 'react';
import { classNames } from './class-names.ts';
import { nextIndex } from './list-keys.ts';
import styles from './virtual-list.module.css';

export interface VirtualListHandle {
  focus(): void;
  scrollToIndex(index: number): void;
  scrollToTop(): void;
}

interface VirtualListProps<Item> {
  /** Its name for screen readers. */
  label: string;
  count: number;
  /** Undefined for a row that is not loaded yet. */
  itemAt: (index: number) => Item | undefined;
  /** Stays the same when rows come and go before it; by default the index. Another function means other rows: all places are taken anew. */
  itemKey?: (index: number) => string | number;
  /** Exact, or a guess where `isMeasured`. Unit: CSS pixels. */
  rowHeight: number | ((index: number) => number);
  /** Rows have heights of their own that only the browser knows. Costs a layout for each: a list that can tell its heights should. */
  isMeasured?: boolean;
  /** As long as it stays the same function, a row is drawn again only when its item or its being active changes. */
  renderItem: (item: Item, row: { index: number; isActive: boolean }) => ReactNode;
  /** The row that the keys are at. */
  activeIndex: number | null;
  onActiveChange: (index: number) => void;
  /** A single press of a row, after it became the active one. */
  onPress?: (index: number, event: MouseEvent<HTMLDivElement>) => void;
  /** Enter or a double press. */
  onOpen?: (index: number) => void;
  /** Rows in view, for loading pages and for asking for more at the end. */
  onRangeChange?: (first: number, last: number) => void;
  /** Keys that the list itself does not know. */
  onKeyDown?: (event: KeyboardEvent<HTMLDivElement>) => void;
  ref?: Ref<VirtualListHandle>;
  className?: string | undefined;
}

/**
 * A list of any length of which only what is in view is rendered. The list has the focus and points at its active row, so that rows may
 * come and go beneath it: arrow keys, Home, End, Page Up and Down move, Enter opens.
 */
export function VirtualList<Item>({
  label,
  count,
  itemAt,
  itemKey,
  rowHeight,
  isMeasured = false,
  renderItem,
  activeIndex,
  onActiveChange,
  onPress,
  onOpen,
  onRangeChange,
  onKeyDown,
  ref,
  className,
}: VirtualListProps<Item>): ReactNode {
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const estimateSize = useCallback(
    (index: number) => (typeof rowHeight === 'number' ? rowHeight : rowHeight(index)),
    [rowHeight],
  );
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize,
    overscan: 6,
    // The active row stays in the page, so that what the list points at exists.
    rangeExtractor: (range) => withActive(range, activeIndex, count),
    ...(itemKey === undefined ? {} : { getItemKey: itemKey }),
  });
  const { range } = virtualizer;
  const first = range?.startIndex ?? 0;
  const last = Math.min(range?.endIndex ?? 0, count - 1);

  useEffect(() => {
    if (count > 0) onRangeChange?.(first, last);
  }, [first, last, count, onRangeChange]);

  useImperativeHandle(ref, () => ({
    focus: () => scroller.current?.focus({ preventScroll: true }),
    scrollToIndex: (index) => virtualizer.scrollToIndex(index, { align: 'auto' }),
    scrollToTop: () => {
      // What the list has heard last: to ask the page itself would have it laid out, and once more for what is drawn next.
      if ((virtualizer.scrollOffset ?? 0) !== 0) virtualizer.scrollToOffset(0);
    },
  }));

  const handleKey = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.target === event.currentTarget && !event.ctrlKey && !event.metaKey && !event.altKey) {
      const next = nextIndex(event.key, activeIndex, count, Math.max(1, last - first));
      if (next !== null) {
        event.preventDefault();
        virtualizer.scrollToIndex(next, { align: 'auto' });
        onActiveChange(next);
        return;
      }
      if (event.key === 'Enter' && activeIndex !== null && onOpen !== undefined) {
        event.preventDefault();
        onOpen(activeIndex);
        return;
      }
    }
    onKeyDown?.(event);
  };

  return (
    <div
      ref={scroller}
      role="listbox"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={activeIndex !== null && activeIndex < count ? `${id}-${activeIndex}` : undefined}
      onKeyDown={handleKey}
      className={classNames(styles.list, className)}
      data-has-active={(activeIndex !== null && activeIndex < count) || undefined}
    >
      {/* eslint-disable-next-line jsx-a11y/click-events-have-key-events -- the list has the keys */}
      <div
        role="presentation"
        className={styles.extent}
        style={{ height: virtualizer.getTotalSize() }}
        onMouseDown={(event) => {
          // The list keeps the focus; controls inside a row take theirs.
          if (
            indexOfRow(event) !== null &&
            event.target instanceof Element &&
            event.target.closest('button, a, input') === null
          ) {
            event.preventDefault();
            scroller.current?.focus({ preventScroll: true });
          }
        }}
        onClick={(event) => {
          const index = indexOfRow(event);
          if (index === null) return;
          onActiveChange(index);
          onPress?.(index, event);
        }}
        onDoubleClick={(event) => {
          const index = indexOfRow(event);
          if (index !== null) onOpen?.(index);
        }}
      >
        {virtualizer.getVirtualItems().map(({ key, index, start, size }) => (
          <Row
            key={key}
            id={`${id}-${index}`}
            index={index}
            count={count}
            start={start}
            height={isMeasured ? null : size}
            measure={isMeasured ? virtualizer.measureElement : undefined}
            item={itemAt(index)}
            placeholderHeight={size}
            isActive={index === activeIndex}
            renderItem={renderItem as RowProps['renderItem']}
          />
        ))}
      </div>
    </div>
  );
}

interface RowProps {
  id: string;
  index: number;
  count: number;
  start: number;
  /** Null where the browser says how high it is. */
  height: number | null;
  measure: ((element: HTMLDivElement | null) => void) | undefined;
  item: unknown;
  placeholderHeight: number;
  isActive: boolean;
  renderItem: (item: unknown, row: { index: number; isActive: boolean }) => ReactNode;
}

const Row = memo(function Row({
  id,
  index,
  count,
  start,
  height,
  measure,
  item,
  placeholderHeight,
  isActive,
  renderItem,
}: RowProps): ReactNode {
  return (
    <div
      id={id}
      ref={measure}
      data-index={index}
      role="option"
      aria-selected={isActive}
      aria-setsize={count}
      aria-posinset={index + 1}
      tabIndex={-1}
      className={styles.row}
      data-active={isActive || undefined}
      data-fixed={height !== null || undefined}
      style={{ top: start, ...(height === null ? {} : { height }) }}
    >
      {item === undefined ? (
        <span className={styles.placeholder} style={{ height: placeholderHeight }} aria-label="Loading" />
      ) : (
        renderItem(item, { index, isActive })
      )}
    </div>
  );
});

/** Which row of this list an event comes from; null for the space below them. */
function indexOfRow({ target, currentTarget }: MouseEvent<HTMLDivElement>): number | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('[role="option"][data-index]') : null;
  return row !== null && currentTarget.contains(row) ? Number(row.dataset['index']) : null;
}

function withActive(range: Range, activeIndex: number | null, count: number): number[] {
  const indexes = defaultRangeExtractor(range);
  if (activeIndex === null || activeIndex >= count || indexes.includes(activeIndex)) return indexes;
  return [...indexes, activeIndex].sort((a, b) => a - b);
}
