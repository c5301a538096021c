import {
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type MouseEvent,
  type ReactNode,
  type Ref,
} from 'react';
import type { SearchHit } from '../../../../main/contract/search.ts';
import { runCommand } from '../../../commands/command-handlers.ts';
import { useCommand } from '../../../commands/use-command.ts';
import { emptyMap } from '../../../router/route.ts';
import { currentRoute, navigate } from '../../../router/use-route.ts';
import { VirtualList, type VirtualListHandle } from '../../../ui/virtual-list.tsx';

export interface HitListHandle {
  /** Takes the focus, at the active hit or the first. */
  enter: () => void;
  openFirst: () => void;
}

interface HitListProps {
  label: string;
  /** Names what is listed. Another one begins at the top, with nothing active; rows of hits that stay are kept. */
  listKey: string;
  count: number;
  hitAt: (index: number) => SearchHit | undefined;
  rowHeight: number | ((index: number) => number);
  /** Should stay the same function, so that rows are drawn once. */
  renderHit: (hit: SearchHit) => ReactNode;
  /** The chunk that is being read. */
  openId: string | null;
  /** Text is shown beside the list: what the keys are at is opened. */
  opensBeside: boolean;
  onOpen: (hit: SearchHit, entersText: boolean) => void;
  onPress?: (hit: SearchHit, event: MouseEvent<HTMLDivElement>) => void;
  onRangeChange?: (first: number, last: number) => void;
  ref?: Ref<HitListHandle> | undefined;
}

/** While the keys run through the list nothing is opened. Unit: ms. */
const restMs = 90;

/** A list of hits with its keys: arrows move, Enter goes into the text, Escape back to the field. */
export function HitList(props: HitListProps): ReactNode {
  const { label, listKey, count, hitAt, openId, opensBeside, onOpen, onPress, ref } = props;
  const list = useRef<VirtualListHandle>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [active, setActive] = useState<number | null>(() => indexOf(openId, count, hitAt));
  const [listed, setListed] = useState(listKey);
  if (listed !== listKey) {
    setListed(listKey);
    setActive(indexOf(openId, count, hitAt));
  }
  const shown = active !== null && active < count ? active : null;
  useEffect(() => () => clearTimeout(timer.current), []);
  useLayoutEffect(() => {
    // What was about to be opened belongs to the former list.
    clearTimeout(timer.current);
    list.current?.scrollToTop();
  }, [listKey]);

  const openAt = (index: number, entersText: boolean): void => {
    clearTimeout(timer.current);
    const hit = hitAt(index);
    if (hit !== undefined) onOpen(hit, entersText);
  };
  const move = (index: number): void => {
    setActive(index);
    clearTimeout(timer.current);
    if (opensBeside) timer.current = setTimeout(() => openAt(index, false), restMs);
  };
  const step = (by: number): void => {
    const from = shown ?? indexOf(openId, count, hitAt) ?? (by > 0 ? -1 : count);
    const next = Math.min(count - 1, Math.max(0, from + by));
    list.current?.scrollToIndex(next);
    setActive(next);
    openAt(next, false);
  };
  // While nothing is read, the hit that the keys are at; what is read answers by itself.
  useCommand(
    'results.map',
    () => {
      const hit = hitAt(shown ?? 0);
      if (hit !== undefined) showOnMap(hit);
    },
    count > 0 && openId === null,
  );
  useCommand('results.focus', () => list.current?.focus(), count > 0);
  useCommand('results.next', () => step(1), count > 0);
  useCommand('results.previous', () => step(-1), count > 0);
  useImperativeHandle(ref, () => ({
    enter() {
      list.current?.focus();
      if (shown === null && count > 0) move(0);
    },
    openFirst() {
      if (count === 0) return;
      list.current?.focus();
      setActive(shown ?? 0);
      openAt(shown ?? 0, false);
    },
  }));
  const itemKey = useCallback((index: number) => hitAt(index)?.chunkId ?? index, [hitAt]);
  return (
    <VirtualList
      ref={list}
      label={label}
      count={count}
      itemAt={hitAt}
      {...(typeof props.rowHeight === 'number' ? {} : { itemKey })}
      rowHeight={props.rowHeight}
      renderItem={props.renderHit}
      activeIndex={shown}
      onActiveChange={move}
      onPress={(index, event) => {
        const hit = hitAt(index);
        if (hit === undefined) return;
        if (event.target instanceof Element && event.target.closest('[data-map]') !== null) {
          showOnMap(hit);
          return;
        }
        onPress?.(hit, event);
        if (!event.defaultPrevented) openAt(index, false);
      }}
      onOpen={(index) => openAt(index, true)}
      {...(props.onRangeChange === undefined ? {} : { onRangeChange: props.onRangeChange })}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        runCommand('search.focus');
      }}
    />
  );
}

/** Looks among the first hits only: the one that is open is seldom far down. */
function indexOf(id: string | null, count: number, hitAt: HitListProps['hitAt']): number | null {
  if (id === null) return null;
  for (let index = 0; index < Math.min(count, 200); index += 1) if (hitAt(index)?.chunkId === id) return index;
  return null;
}

/** Goes to a hit's place on the map, with the query and the filters that found it. */
function showOnMap(hit: SearchHit): void {
  const route = currentRoute();
  const { query, tool, mode, filters } = route.screen === 'search' ? route : emptyMap;
  navigate({ ...emptyMap, query, tool, mode, filters, chunk: hit.chunkId });
}
