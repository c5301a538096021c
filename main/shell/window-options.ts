/** What a window is created with. Electron keeps its place and size under `name`. */
export function windowOptions(preload: string) {
  return {
    name: 'main',
    windowStatePersistence: true,
    title: 'Context Hub',
    width: 1280,
    height: 840,
    minWidth: 800,
    minHeight: 520,
    // Until the page has painted, so that nothing flashes.
    show: false,
    autoHideMenuBar: true,
    webPreferences: {
      preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
    },
  };
}
