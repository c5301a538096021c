const documentationHost =
  /^(?:docs?|developers?|api|reference|learn|devdocs|pkg|wiki|help|guide|guides|manual)\.|(?:^|\.)(?:readthedocs\.(?:io|org)|docs\.rs|pkg\.go\.dev|pypi\.org|npmjs\.com|crates\.io|deepwiki\.com|context7\.com|raw\.githubusercontent\.com|javadoc\.io|rubydoc\.info|hexdocs\.pm|developer\.mozilla\.org|gitbook\.io|mintlify\.app)$/i;
const documentationPath =
  /\/(?:docs?|documentation|reference|api|guides?|manual|tutorials?|learn|handbook|wiki|readme|changelog|llms(?:-full)?\.txt)(?:[/.#?]|$)/i;
const hostedCode = /^\/[^/]+\/[^/]+\/?(?:$|(?:-\/)?(?:blob|tree|raw|wiki|releases)\/)/;

/** Whether an address is one of documentation or code of something: not of this machine, and not of an issue or a pull request. */
export function isDocumentationUrl(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { hostname, pathname, protocol } = new URL(address);
  if (protocol !== 'http:' && protocol !== 'https:') return false;
  if (/^(?:localhost|127\.|0\.0\.0\.0|\[|10\.|192\.168\.)/.test(hostname) || !hostname.includes('.')) return false;
  if (/^(?:www\.)?(?:github|gitlab|codeberg|bitbucket)\.\w+$/.test(hostname)) return hostedCode.test(pathname);
  return documentationHost.test(hostname) || documentationPath.test(pathname);
}
