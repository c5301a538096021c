import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { openConnection } from '../rpc-client/open-connection.ts';
import { createQueryClient } from '../rpc-client/query-client.ts';
import { applyTheme } from '../state/theme.ts';
import { App } from './app.tsx';
import type { AskedAhead } from './ask-ahead.ts';
import { fetchLater } from './fetch-later.ts';
import { followDesktop } from './follow-desktop.ts';

/**
 * Draws the window.
 * @param ahead the connection and what was asked of it before there was a window; null where it is opened here.
 */
export function showWindow(ahead: AskedAhead | null): void {
  applyTheme();
  followDesktop();
  const queries = createQueryClient();
  // Whoever shows one of these finds the answer, or waits for the same one.
  for (const { key, answer } of ahead?.answers ?? []) queries.query({ queryKey: key, queryFn: () => answer }).catch(() => {});
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <App connection={ahead?.connection ?? openConnection()} states={ahead?.states ?? null} queries={queries} />
    </StrictMode>,
  );
  // The desktop app has its files from its own folder, whatever becomes of the service.
  if (ahead !== null) void fetchLater();
}
