import { contextBridge, ipcRenderer, webUtils } from 'electron';
import type { DesktopMessage } from '../main/contract/desktop-messages.ts';
import { bridgeChannels } from '../main/shell/bridge-channels.ts';
import type { DesktopBridge } from '../renderer/rpc-client/desktop-bridge.ts';

/** Everything that the page can do beyond a page in a browser. */
contextBridge.exposeInMainWorld('contextHub', {
  platform: process.platform,
  connect: (nonce) => ipcRenderer.send(bridgeChannels.connect, nonce),
  pathForFile: (file) => webUtils.getPathForFile(file),
  pickFolder: () => ipcRenderer.invoke(bridgeChannels.pickFolder) as Promise<string | null>,
} satisfies DesktopBridge);

const say = (message: DesktopMessage, ports: MessagePort[] = []): void =>
  window.postMessage(message, window.location.origin, ports);

// Ports do not survive the bridge, so the page gets its port in a message of its own window.
ipcRenderer.on(bridgeChannels.port, (event, nonce: string) => say({ type: 'context-hub:port', nonce }, [...event.ports]));
ipcRenderer.on(bridgeChannels.message, (_event, message: DesktopMessage) => say(message));
