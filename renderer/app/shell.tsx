import { Suspense, useEffect, useRef, type ReactNode } from 'react';
import { bindKeys } from '../commands/key-bindings.ts';
import { CommandPalette } from '../commands/command-palette.tsx';
import { ShortcutSheet } from '../commands/shortcut-sheet.tsx';
import { useCommand } from '../commands/use-command.ts';
import { useTranscriptAnalysis } from '../parts/transcript-analysis.ts';
import { useConnection } from '../rpc-client/use-connection.ts';
import { emptySearch, mapFrom, searchFrom } from '../router/route.ts';
import { currentRoute, navigate, useScreen } from '../router/use-route.ts';
import { useAddRequest } from '../state/add-request.ts';
import { announce } from '../state/announcer.ts';
import { useTheme } from '../state/theme.ts';
import { Waiting, WaitingReason } from '../ui/waiting.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import { DropLayer } from './drop-layer.tsx';
import { NavigationRail } from './navigation-rail.tsx';
import { ScreenBoundary } from './screen-boundary.tsx';
import { screens } from './screens.tsx';
import styles from './shell.module.css';
import { StatusBar } from './status-bar.tsx';

/** The frame around every screen. */
export function Shell(): ReactNode {
  const screen = useScreen();
  const { title, component: Screen } = screens[screen];
  const isLost = useConnection().name === 'lost';
  useShellCommands();
  useEffect(() => bindKeys(window), []);
  useScreenTitle(title);
  return (
    <div className={styles.shell}>
      <NavigationRail screen={screen} />
      <div className={styles.column}>
        <ConnectionBanner />
        {/* Heading and screen come and go together: one cannot stand with the other's. */}
        <main key={screen} className={styles.main} aria-label={title}>
          <h1 className="visually-hidden">{title}</h1>
          <ScreenBoundary title={title}>
            <WaitingReason value={isLost ? 'This is shown when the service answers again.' : null}>
              <Suspense fallback={<Waiting />}>
                <Screen />
              </Suspense>
            </WaitingReason>
          </ScreenBoundary>
        </main>
      </div>
      <StatusBar />
      <DropLayer />
      <CommandPalette />
      <ShortcutSheet />
    </div>
  );
}

/** Names the window after the screen, and says so when it changes. */
function useScreenTitle(title: string): void {
  const isFirst = useRef(true);
  useEffect(() => {
    document.title = `${title} · Context Hub`;
    if (!isFirst.current) announce(title);
    isFirst.current = false;
  }, [title]);
}

function useShellCommands(): void {
  const setTheme = useTheme(({ setTheme: set }) => set);
  useCommand('go.search', () => navigate(searchFrom(currentRoute())));
  // From another screen; the search screen answers by itself.
  useCommand('search.focus', () => navigate(emptySearch));
  useCommand('go.map', () => navigate(mapFrom(currentRoute())));
  useCommand('go.sources', () => navigate({ screen: 'sources', name: null, view: null }));
  useCommand('go.agents', () => navigate({ screen: 'agents', view: null, call: null }));
  useCommand('go.sessions', () => navigate({ screen: 'sessions', session: null, view: null, item: null }));
  useCommand('go.evaluations', () => navigate({ screen: 'evaluations', id: null }));
  useCommand('go.settings', () => navigate({ screen: 'settings', section: null }));
  useCommand('sources.add', () => {
    navigate({ screen: 'sources', name: null, view: null });
    useAddRequest.getState().ask({ kind: 'empty' });
  });
  useCommand('sessions.read', () => {
    navigate({ screen: 'sessions', session: null, view: null, item: null });
    useTranscriptAnalysis.getState().setAsking(true);
  });
  useCommand('theme.system', () => setTheme('system'));
  useCommand('theme.light', () => setTheme('light'));
  useCommand('theme.dark', () => setTheme('dark'));
}
