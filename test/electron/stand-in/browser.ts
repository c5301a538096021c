import type { BrowserContext, Route } from 'playwright-core';
import { launchChromium } from '../../helpers/chromium.ts';
import { spoken } from './session.ts';

let context: Promise<BrowserContext> | null = null;
type RouteHandler = (route: Route) => Promise<void>;
let routeHandler: RouteHandler = () => Promise.reject(new Error('No window handles requests yet.'));

/** The one real Chromium behind all windows; every request it makes comes to `onRoute`'s handler. */
export function browserContext(): Promise<BrowserContext> {
  context ??= launchChromium().then(async (browser) => {
    const opened = await browser.newContext();
    await opened.route('**/*', (route) => routeHandler(route));
    return opened;
  });
  return context;
}

export function onRoute(handler: RouteHandler): void {
  routeHandler = handler;
}

export async function closeBrowser(): Promise<void> {
  const opened = await context?.catch(() => null);
  await opened?.browser()?.close();
}

/**
 * Chromium takes no scheme from outside, so the app's scheme becomes https with a host that names it: an origin of its own in a secure
 * context, which is what the app has to have asked for.
 */
const hostSuffix = '.app-scheme.invalid';

export function toChromium(url: string): string {
  const match = /^([a-z][\w+.-]*):\/\/([^/?#]*)(.*)$/s.exec(url);
  const scheme = match?.[1];
  const privileges = spoken.schemes?.find((each) => each.scheme === scheme)?.privileges;
  if (match === null || privileges === undefined) return url;
  if (privileges.standard !== true || privileges.secure !== true || privileges.supportFetchAPI !== true)
    throw new Error(`The stand-in for Electron shows only schemes that are standard, secure and fetchable; ${scheme} is not.`);
  return `https://${match[2]}.${scheme}${hostSuffix}${match[3] === '' ? '/' : match[3]}`;
}

export function fromChromium(url: string): string {
  const match = /^https:\/\/([^/?#]+)\.([^./?#]+)\.app-scheme\.invalid(.*)$/s.exec(url);
  return match === null ? url : `${match[2]}://${match[1]}${match[3]}`;
}

/** The answer of the app's own handler, with its own headers. */
export async function answerFromApp(route: Route): Promise<void> {
  const request = route.request();
  const url = fromChromium(request.url());
  const handler = spoken.protocols.get(/^[a-z][\w+.-]*/.exec(url)![0]);
  if (handler === undefined) {
    await route.abort('failed');
    return;
  }
  const response = await handler(new Request(url, { method: request.method(), headers: request.headers() }));
  await route.fulfill({
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: Buffer.from(await response.arrayBuffer()),
  });
}
