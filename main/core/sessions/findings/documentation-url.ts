const documentationHost =
  /^(?:docs?|developers?|reference|learn|devdocs|pkg|wiki|help|guide|guides|manual)\.|(?:^|\.)(?:readthedocs\.(?:io|org)|docs\.rs|pkg\.go\.dev|pypi\.org|npmjs\.com|crates\.io|deepwiki\.com|context7\.com|raw\.githubusercontent\.com|javadoc\.io|rubydoc\.info|hexdocs\.pm|developer\.mozilla\.org|gitbook\.io|mintlify\.app)$|^api\.(?:flutter\.dev|dart\.dev|rubyonrails\.org|jquery\.com|drupal\.org|kde\.org|haxe\.org)$/i;
const documentationPath =
  /\/(?:docs?|documentation|reference|guides?|manual|tutorials?|learn|handbook|wiki|readme|changelog|llms(?:-full)?\.txt)(?:[/.#?]|$)/i;
/** Below `/api` programs ask; a page says so by its ending, or is that of the whole. */
const apiPage = /\/api(?:\/(?:.*\.html?)?)?$/i;
const hostedCode = /^\/[^/]+\/[^/]+\/?(?:$|(?:-\/)?(?:blob|tree|raw|wiki|releases)\/)/;

/** Whether an address is one of documentation or code of something: not of this machine, and not of an issue or a pull request. */
export function isDocumentationUrl(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { hostname, pathname, protocol } = new URL(address);
  if (protocol !== 'http:' && protocol !== 'https:') return false;
  if (/^(?:localhost|127\.|0\.0\.0\.0|\[|10\.|192\.168\.)/.test(hostname) || !hostname.includes('.')) return false;
  if (/^(?:www\.)?(?:github|gitlab|codeberg|bitbucket)\.\w+$/.test(hostname)) return hostedCode.test(pathname);
  if (/^api\.(?:github|gitlab|bitbucket)\.\w+$/.test(hostname))
    return /^\/repos\/[^/]+\/[^/]+\/(?:contents|readme|releases)\b/.test(pathname);
  return documentationHost.test(hostname) || documentationPath.test(pathname) || apiPage.test(pathname);
}
