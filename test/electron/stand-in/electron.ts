/** The module `electron` of the stand-in: what the app may import. A name that is missing here fails at the import, by name. */
export { app } from './app.ts';
export { BrowserWindow } from './browser-window.ts';
export { clipboard, crashReporter, dialog, Menu, shell } from './desktop.ts';
export { ipcMain } from './ipc-main.ts';
export { StandInChannel as MessageChannelMain } from './message-ports.ts';
export { protocol, session } from './session.ts';
export { utilityProcess } from './utility-process.ts';
