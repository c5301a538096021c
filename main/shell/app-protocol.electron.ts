import { protocol } from 'electron';
import { answerAppRequest } from './app-protocol.ts';
import { appSchemeName } from './app-origin.ts';

/** Serves the built interface under the app's own scheme. */
export function serveInterface(root: string): void {
  protocol.handle(appSchemeName, (request) => answerAppRequest(root, request));
}
