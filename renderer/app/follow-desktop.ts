import { runCommand } from '../commands/command-handlers.ts';
import { parseRoute } from '../router/route.ts';
import { navigate } from '../router/use-route.ts';
import { useAddRequest } from '../state/add-request.ts';
import { readDesktopMessage, type ScreenMessage } from './read-desktop-message.ts';

/** Does what the desktop app's menu, links and command line ask of the screens, for as long as the page is there. */
export function followDesktop(): void {
  const receive = (event: MessageEvent<unknown>): void => {
    if (event.source !== window || event.origin !== window.location.origin) return;
    const message = readDesktopMessage(event.data);
    if (message !== null) act(message);
  };
  window.addEventListener('message', receive);
}

function act(message: ScreenMessage): void {
  switch (message.type) {
    case 'context-hub:command':
      runCommand(message.id);
      return;
    case 'context-hub:go':
      navigate(parseRoute(message.hash));
      return;
    case 'context-hub:offer-source':
      navigate({ screen: 'sources', name: null, view: null });
      useAddRequest.getState().ask({ kind: 'places', places: [message.text] });
  }
}
