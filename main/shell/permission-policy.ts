import { appOrigin } from './app-origin.ts';

/** Copying text is all that the interface does with the system. Unit: names of Electron's permissions. */
const granted: ReadonlySet<string> = new Set(['clipboard-sanitized-write']);

/** Whether a page may have a permission. `requestingUrl` is an origin or an address, whichever Electron knows. */
export function mayHavePermission(permission: string, requestingUrl: string | undefined): boolean {
  if (!granted.has(permission) || requestingUrl === undefined || !URL.canParse(requestingUrl)) return false;
  // `URL.origin` is opaque for a scheme that Node does not know.
  const { protocol, host } = new URL(requestingUrl);
  return `${protocol}//${host}` === appOrigin;
}
