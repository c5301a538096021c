import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import {
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
}

interface VirtualListProps<Item> {
  /** Its name for screen readers. */
  label: string;
  count: number;
  /** Undefined for a row that is not loaded yet. */
  itemAt: (index: number) => Item | undefined;
  /** Stays the same when rows come and go before it; by default the index. */
  itemKey?: (index: number) => string | number;
  /** Exact, or a guess where `isMeasured`. Unit: CSS pixels. */
  rowHeight: number;
  /** Rows have heights of their own. */
  isMeasured?: boolean;
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
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
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
    >
      <div role="presentation" className={styles.extent} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ key, index, start }) => {
          const item = itemAt(index);
          const isActive = index === activeIndex;
          return (
            // eslint-disable-next-line jsx-a11y/click-events-have-key-events -- the list has the keys
            <div
              key={key}
              id={`${id}-${index}`}
              ref={isMeasured ? virtualizer.measureElement : undefined}
              data-index={index}
              role="option"
              aria-selected={isActive}
              aria-setsize={count}
              aria-posinset={index + 1}
              tabIndex={-1}
              className={styles.row}
              data-active={isActive || undefined}
              style={{ transform: `translateY(${start}px)`, ...(isMeasured ? {} : { height: rowHeight }) }}
              onMouseDown={(event) => {
                // The list keeps the focus; controls inside a row take theirs.
                if (event.target instanceof Element && event.target.closest('button, a, input') === null) {
                  event.preventDefault();
                  scroller.current?.focus({ preventScroll: true });
                }
              }}
              onClick={(event) => {
                onActiveChange(index);
                onPress?.(index, event);
              }}
              onDoubleClick={() => onOpen?.(index)}
            >
              {item === undefined ? (
                <span className={styles.placeholder} style={{ height: rowHeight }} aria-label="Loading" />
              ) : (
                renderItem(item, { index, isActive })
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}

function withActive(range: Range, activeIndex: number | null, count: number): number[] {
  const indexes = defaultRangeExtractor(range);
  if (activeIndex === null || activeIndex >= count || indexes.includes(activeIndex)) return indexes;
  return [...indexes, activeIndex].sort((a, b) => a - b);
}
