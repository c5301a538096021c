import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import type { SearchHit } from '../../../main/contract/search.ts';
import { searchTools, type SearchTool } from '../../../main/contract/search-vocabulary.ts';
import { useCommand } from '../../commands/use-command.ts';
import { emptySearch, type SearchRoute } from '../../router/route.ts';
import { currentRoute, navigate, useRoute } from '../../router/use-route.ts';
import { Splitter } from '../../ui/splitter.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useMedia } from '../../ui/use-media.ts';
import { CompareView } from './compare/compare-view.tsx';
import { useLayout } from './layout-state.ts';
import { FilterChips } from '../../parts/filters/filter-chips.tsx';
import { FilterPanel } from '../../parts/filters/filter-panel.tsx';
import { SearchBar } from './query/search-bar.tsx';
import { scopeOf, toolTitles, viewOf } from '../../parts/filters/search-scope.ts';
import { useQueryDraft } from './query/query-draft.ts';
import { useHistory } from './query/use-history.ts';
import { useSearch, type Search } from './query/use-search.ts';
import { useToolCounts } from './query/use-tool-counts.ts';
import { NothingOpen } from '../../parts/reading/nothing-open.tsx';
import type { ReaderHandle } from '../../parts/reading/reader-handle.ts';
import { ReadingPane } from '../../parts/reading/reading-pane.tsx';
import { BrowseResults } from './results/browse-results.tsx';
import type { HitListHandle } from './results/hit-list.tsx';
import { SearchResults } from './results/search-results.tsx';
import styles from './search-screen.module.css';
import { StartPage } from './start/start-page.tsx';

/** From here on list and text stand side by side. */
const wideWindow = '(min-width: 1000px)';

/** Searching, browsing and reading what was found. */
export function SearchScreen(): ReactNode {
  const current = useRoute();
  const route = current.screen === 'search' ? current : emptySearch;
  const view = viewOf(route);
  const isWide = useMedia(wideWindow);
  const list = useRef<HitListHandle>(null);
  const search = useSearch(route.query, scopeOf(route), view === 'search');
  const total = search.isCurrent ? (search.answer?.total ?? null) : null;
  const keepInHistory = useHistory(route.query, scopeOf(route), total);
  const kept = useLayout(({ showsFilters }) => showsFilters);
  const showsFilters = kept ?? isWide;
  const toggleFilters = (): void => useLayout.setState({ showsFilters: !showsFilters });
  const counts = useToolCounts(route, total, view === 'browse' || search.isCurrent);
  const leave = useLeave(list, route.query, view === 'browse' || search.isCurrent);
  useCommand('search.filters', toggleFilters);
  useToolCommands(route);
  return (
    <div className={styles.screen}>
      <SearchBar
        route={route}
        isSearching={view === 'search' && !search.isCurrent && search.error === null}
        showsFilters={showsFilters}
        onToggleFilters={toggleFilters}
        onLeave={leave}
      />
      <Tabs<SearchTool>
        label="What to search"
        value={route.tool}
        tabs={searchTools.map((value) => ({ value, title: toolTitles[value], count: counts?.[value] ?? null }))}
        onValueChange={(tool) => navigate({ ...route, tool, hit: null })}
        className={styles.tabs}
      >
        <FilterChips filters={route.filters} onFiltersChange={(filters) => navigate({ ...route, filters })} />
        <div className={styles.body}>
          {showsFilters && (
            <FilterPanel
              query={route.query}
              scope={scopeOf(route)}
              isReady={view !== 'search' || search.isCurrent}
              onFiltersChange={(filters) => navigate({ ...route, hit: null, filters })}
            />
          )}
          <div className={styles.content}>
            <Content route={route} search={search} isWide={isWide} list={list} onOpened={keepInHistory} />
          </div>
        </div>
      </Tabs>
    </div>
  );
}

type Leave = 'down' | 'enter';

/** Goes from the field into the list. Keys that outran the answer wait for it, unless somebody types on meanwhile. */
function useLeave(list: RefObject<HitListHandle | null>, query: string, isAnswered: boolean): (how: Leave) => void {
  const waiting = useRef<{ how: Leave; query: string; text: string } | null>(null);
  const go = (how: Leave): void => (how === 'down' ? list.current?.enter() : list.current?.openFirst());
  useEffect(() => {
    const wanted = waiting.current;
    if (!isAnswered || wanted === null) return;
    waiting.current = null;
    // By what stands in the field, since words that were typed on may have gone out a moment ago.
    if (wanted.query === query && wanted.text === useQueryDraft.getState().text) go(wanted.how);
  });
  return (how) => {
    // The last letters may have gone out with this very key: what is shown answers them only later.
    const now = currentRoute();
    const asked = now.screen === 'search' ? now.query : query;
    if (isAnswered && asked === query) go(how);
    else waiting.current = { how, query: asked, text: useQueryDraft.getState().text };
  };
}

interface ContentProps {
  route: SearchRoute;
  search: Search;
  isWide: boolean;
  list: RefObject<HitListHandle | null>;
  onOpened: () => void;
}

function Content({ route, search, isWide, list, onOpened }: ContentProps): ReactNode {
  const view = viewOf(route);
  const reader = useRef<ReaderHandle>(null);
  const open = (hit: SearchHit, entersText: boolean): void => {
    // A hit that the keys rested on is opened a moment later: by then somebody may have typed on, and must not be taken back.
    const now = currentRoute();
    if (now.screen !== 'search' || now.query !== route.query) return;
    onOpened();
    // From one hit to the next is no step for "back"; from the list to a text is one.
    navigate({ ...route, hit: hit.chunkId }, { replace: route.hit !== null && isWide });
    if (entersText) requestAnimationFrame(() => reader.current?.focus());
  };
  const close = (): void => {
    navigate({ ...route, hit: null });
    requestAnimationFrame(() => list.current?.enter());
  };
  const text = (isBeside: boolean): ReactNode =>
    route.hit === null ? (
      <NothingOpen />
    ) : (
      <ReadingPane
        ref={reader}
        reference={{ chunkId: route.hit }}
        lines={null}
        query={route.query}
        scope={scopeOf(route)}
        hits={search.hits}
        isBeside={isBeside}
        onClose={close}
        onLeave={() => (isBeside ? list.current?.enter() : close())}
        onOpenChunk={(chunkId) => navigate({ ...route, hit: chunkId })}
      />
    );
  if (route.compare !== null && view === 'search')
    return route.hit === null ? <CompareView route={route} onOpened={onOpened} /> : text(false);
  if (view === 'start' && route.hit === null) return <StartPage />;
  const results =
    view === 'search' ? (
      <SearchResults ref={list} route={route} search={search} opensBeside={isWide} onOpen={open} />
    ) : (
      <BrowseResults ref={list} route={route} opensBeside={isWide} onOpen={open} />
    );
  if (!isWide) return route.hit === null ? results : text(false);
  if (view === 'search' && search.isCurrent && search.hits.length === 0 && route.hit === null) return results;
  return (
    <Splitter
      id="workbench"
      panes={[
        { id: 'results', defaultSize: '42%', minSize: '300px', children: results },
        { id: 'text', minSize: '320px', children: text(true) },
      ]}
    />
  );
}

function useToolCommands(route: SearchRoute): void {
  const choose = (tool: SearchTool): void => navigate({ ...route, tool, hit: null });
  useCommand('search.tool.any', () => choose('any'));
  useCommand('search.tool.docs', () => choose('docs'));
  useCommand('search.tool.examples', () => choose('examples'));
  useCommand('search.tool.api', () => choose('api'));
}
