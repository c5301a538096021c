import '../styles/tokens.css';
import '../styles/base.css';
import { desktopBridge } from '../rpc-client/desktop-bridge.ts';
import { openConnection } from '../rpc-client/open-connection.ts';
import { askAhead } from './ask-ahead.ts';

// What a browser runs first is small: it connects and asks for what the first screen shows while the window's code is still being read. The
// desktop app connects when the window listens to it: what waits for this page is sent as soon as it asks for its connection.
const connection = desktopBridge() === null ? openConnection() : null;
const ahead = connection === null ? null : askAhead(connection, window.location.hash);
import('./window.tsx').then(
  ({ showWindow }) => showWindow(ahead),
  () => {
    document.getElementById('root')!.textContent =
      'Context Hub could not be loaded: the service does not deliver its window. Is it still running? Then load this page again.';
  },
);
