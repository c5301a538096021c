import type { ComponentType } from 'react';
import { SearchScreen } from '../features/workbench/search-screen.tsx';
import type { ScreenName } from '../router/route.ts';
import { fetchedLater } from './fetched-later.ts';
import { UnknownScreen } from './unknown-screen.tsx';

/** The search, where nearly everybody begins, comes with the frame; each other screen is a chunk of its own, fetched when it is first shown. */
export const screens: Record<ScreenName, { title: string; component: ComponentType }> = {
  search: { title: 'Search', component: SearchScreen },
  unknown: { title: 'Unknown address', component: UnknownScreen },
  read: {
    title: 'Reading',
    component: fetchedLater(() =>
      import('../features/workbench/read-screen.tsx').then(({ ReadScreen }) => ({ default: ReadScreen })),
    ),
  },
  map: {
    title: 'Map',
    component: fetchedLater(() =>
      import('../features/latent/latent-screen.tsx').then(({ LatentScreen }) => ({ default: LatentScreen })),
    ),
  },
  sources: {
    title: 'Sources',
    component: fetchedLater(() =>
      import('../features/sources/sources-screen.tsx').then(({ SourcesScreen }) => ({ default: SourcesScreen })),
    ),
  },
  agents: {
    title: 'Agents',
    component: fetchedLater(() =>
      import('../features/agents/agents-screen.tsx').then(({ AgentsScreen }) => ({ default: AgentsScreen })),
    ),
  },
  sessions: {
    title: 'Sessions',
    component: fetchedLater(() =>
      import('../features/sessions/sessions-screen.tsx').then(({ SessionsScreen }) => ({ default: SessionsScreen })),
    ),
  },
  evaluations: {
    title: 'Evaluations',
    component: fetchedLater(() =>
      import('../features/evaluations/evaluations-screen.tsx').then(({ EvaluationsScreen }) => ({ default: EvaluationsScreen })),
    ),
  },
  settings: {
    title: 'Settings',
    component: fetchedLater(() =>
      import('../features/settings/settings-screen.tsx').then(({ SettingsScreen }) => ({ default: SettingsScreen })),
    ),
  },
};
