import { dialog, ipcMain } from 'electron';
import type { Logger } from '../core/logger.ts';
import { bridgeChannels } from './bridge-channels.ts';
import type { MainWindow } from './main-window.electron.ts';
import { connectRefusal, senderRefusal } from './port-request.ts';
import type { DesktopService } from './service-process.electron.ts';

/** Answers the preload: everything that a page can ask of the main process, each with the proof of who asks. */
export function answerPreload({
  service,
  window,
  logger,
}: {
  service: DesktopService;
  window: MainWindow;
  logger: Logger;
}): void {
  ipcMain.on(bridgeChannels.connect, (event, nonce: unknown) => {
    const frame = event.senderFrame;
    const refusal = connectRefusal(frame, nonce);
    if (refusal !== null || frame === null) {
      logger.warn('A request to be connected was refused', { refusal });
      return;
    }
    frame.postMessage(bridgeChannels.port, nonce, [service.open()]);
    window.pageIsReady();
  });

  ipcMain.handle(bridgeChannels.pickFolder, async (event): Promise<string | null> => {
    const refusal = senderRefusal(event.senderFrame);
    if (refusal !== null) {
      logger.warn('A request for a folder was refused', { refusal });
      return null;
    }
    const options: Electron.OpenDialogOptions = {
      title: 'Add a folder',
      buttonLabel: 'Choose',
      properties: ['openDirectory', 'createDirectory', 'dontAddToRecent'],
    };
    const parent = window.window;
    const { canceled, filePaths } = await (parent === null
      ? dialog.showOpenDialog(options)
      : dialog.showOpenDialog(parent, options));
    return canceled ? null : (filePaths[0] ?? null);
  });
}
