/** Names of Electron's messages between the preload and the main process. Nothing else is ever sent over them. */
export const bridgeChannels = {
  /** Page → main: a nonce. */
  connect: 'context-hub:connect',
  /** Main → page: the same nonce, with the port. */
  port: 'context-hub:port',
  /** Page → main, answered: an absolute path or null. */
  pickFolder: 'context-hub:pick-folder',
  /** Main → page: a `DesktopMessage`. */
  message: 'context-hub:message',
} as const;
