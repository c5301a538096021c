import type { HubContract } from '../../main/contract/hub-contract.ts';
import { hubStreams } from '../../main/contract/hub-streams.ts';
import { ReconnectingClient } from '../../main/rpc/reconnecting-client.ts';
import { BrowserAccess } from './browser-access.ts';
import { openBrowserChannel } from './browser-socket.ts';
import { desktopBridge } from './desktop-bridge.ts';
import { openDesktopChannel } from './desktop-channel.ts';
import type { HubConnection } from './hub-connection.ts';

/** Connects to the service of whichever host shows this page: a port in the desktop app, a socket in a browser. */
export function openConnection(): HubConnection {
  const bridge = desktopBridge();
  // A port tells of the far end's death by an event too; the heartbeat notices where that never comes.
  if (bridge !== null)
    return new ReconnectingClient<HubContract>(hubStreams, (signal) => openDesktopChannel(bridge, signal), { heartbeat: true });
  const access = new BrowserAccess();
  access.takeToken();
  const client = new ReconnectingClient<HubContract>(hubStreams, (signal) => openBrowserChannel(access, signal), {
    heartbeat: true,
  });
  // A printed address that is opened in this tab changes the fragment and loads nothing.
  window.addEventListener('hashchange', () => {
    if (access.takeToken()) client.retryNow();
  });
  return client;
}
