/** Hosts whose addresses name files: there an extension is part of the address. */
const fileHosts = /^(?:www\.)?(?:github\.com|raw\.githubusercontent\.com|gitlab\.com|codeberg\.org|bitbucket\.org)$/;

/** Address of a page: on the site given, else the one that the page itself names. */
export function pageUrlOf(siteUrl: string | undefined, path: string, ownUrl: string | null): string | null {
  if (siteUrl === undefined) return ownUrl === null ? null : readableUrl(ownUrl);
  const site = siteUrl.replace(/\/+$/, '');
  const route = routeOf(path);
  return route === '' ? site : `${site}/${route.split('/').map(encodeURIComponent).join('/')}`;
}

/** The page that people read, where a dump names the Markdown behind it (`…/introduction.md`). */
export function readableUrl(url: string): string {
  if (!URL.canParse(url)) return url;
  const parsed = new URL(url);
  if (fileHosts.test(parsed.hostname)) return url;
  const short = parsed.pathname.replace(/\.mdx?$/i, '').replace(/(?:^|\/)index$/, '');
  return short === parsed.pathname ? url : `${parsed.origin}${short}${parsed.search}${parsed.hash}`;
}

/** Path of a page within its site: no extension, no leading slash, `index` stands for its folder. */
export function routeOf(path: string): string {
  const parts = path.replace(/\.(?:mdx?|markdown|rst|txt|html?)$/i, '').split('/');
  if (parts.at(-1)?.toLowerCase() === 'index') parts.pop();
  return parts.filter((part) => part !== '' && part !== '.' && part !== '..').join('/');
}
