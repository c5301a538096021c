import type { ReactNode } from 'react';
import { emptySearch } from '../../router/route.ts';
import { navigate, useRoute } from '../../router/use-route.ts';
import { scopeOf } from '../../parts/filters/search-scope.ts';
import { ReadingPane } from '../../parts/reading/reading-pane.tsx';

const leave = (): void => {
  // Opened by an address there is nothing to go back to.
  if (window.history.length > 1) window.history.back();
  else navigate(emptySearch);
};

/** One file or page by itself, at an address of its own. */
export function ReadScreen(): ReactNode {
  const route = useRoute();
  if (route.screen !== 'read') return null;
  return (
    <ReadingPane
      key={`${route.source} ${route.path}`}
      reference={{ source: route.source, path: route.path }}
      lines={route.lines}
      query=""
      scope={scopeOf(emptySearch)}
      hits={[]}
      isBeside={false}
      onClose={leave}
      onLeave={leave}
      onOpenChunk={(chunkId) => navigate({ ...emptySearch, hit: chunkId })}
    />
  );
}
