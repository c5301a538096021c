import { useSyncExternalStore } from 'react';
import { formatRoute, parseRoute, type Route, type ScreenName } from './route.ts';

const listeners = new Set<() => void>();
let known: { hash: string; route: Route } | null = null;

/** The route of the address bar; the same object as long as the address stays. */
export function currentRoute(): Route {
  const { hash } = window.location;
  if (known?.hash !== hash) known = { hash, route: parseRoute(hash) };
  return known.route;
}

/** What the window shows now. */
export function useRoute(): Route {
  return useSyncExternalStore(subscribe, currentRoute);
}

/** The screen of what the window shows; renders again only when that changes, not with every word that is typed. */
export function useScreen(): ScreenName {
  return useSyncExternalStore(subscribe, currentScreen);
}

function currentScreen(): ScreenName {
  return currentRoute().screen;
}

/** Goes there. `replace` leaves no step for "back", for what changes while one types. */
export function navigate(route: Route, options: { replace?: boolean } = {}): void {
  const hash = formatRoute(route);
  if (hash === window.location.hash) return;
  if (options.replace === true) window.history.replaceState(null, '', hash);
  else window.history.pushState(null, '', hash);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('popstate', listener);
  window.addEventListener('hashchange', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('popstate', listener);
    window.removeEventListener('hashchange', listener);
  };
}
