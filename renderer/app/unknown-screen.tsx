import type { ReactNode } from 'react';
import { emptySearch } from '../router/route.ts';
import { navigate, useRoute } from '../router/use-route.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

/** As much of an address as helps to recognise it. */
const shownCharacters = 200;

/** Says that an address means nothing here, with the ways on. */
export function UnknownScreen(): ReactNode {
  const route = useRoute();
  const address = route.screen === 'unknown' ? `#${route.address}` : '';
  return (
    <EmptyState
      icon="alert"
      title="Nothing has this address"
      actions={
        <>
          <Button icon="search" variant="primary" onClick={() => navigate(emptySearch)}>
            Go to search
          </Button>
          {window.history.length > 1 && <Button onClick={() => window.history.back()}>Go back</Button>}
        </>
      }
    >
      <code>{address.length > shownCharacters ? `${address.slice(0, shownCharacters)}…` : address}</code> is no screen of this
      window. It may be mistyped, cut off, or of another version.
    </EmptyState>
  );
}
